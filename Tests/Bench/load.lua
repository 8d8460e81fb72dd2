-- What wrk sends, told by the environment, and what it prints at the end: one line of JSON.
--   BENCH_DELAY    milliseconds between an answer and the next request of that connection
--   BENCH_CLOSE    ends the connection after each answer
--   BENCH_PATHS    paths to take in turn, with commas between them
local pause, paths = os.getenv("BENCH_DELAY"), os.getenv("BENCH_PATHS")

if os.getenv("BENCH_CLOSE") then wrk.headers["Connection"] = "close" end
if pause then
   function delay() return tonumber(pause) end
end
if paths then
   local requests, turn = {}, 0
   function init()
      for path in paths:gmatch("[^,]+") do requests[#requests + 1] = wrk.format(nil, path) end
   end
   function request()
      turn = turn % #requests + 1
      return requests[turn]
   end
end

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format(
      '\n{"requests":%d,"micros":%d,"failed":%d,"p50":%d,"p99":%d}\n', summary.requests, summary.duration,
      errors.connect + errors.read + errors.write + errors.status + errors.timeout,
      latency:percentile(50), latency:percentile(99)))
end
