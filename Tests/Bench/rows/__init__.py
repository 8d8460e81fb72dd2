"""The families of rows: each module has `measure(bench)`, which gives its rows."""
