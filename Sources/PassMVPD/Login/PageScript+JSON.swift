import PassEndpointKit

extension PageScript {
    /// The script that posts the login form's fields as a JSON document.
    ///
    /// The script posts to the path `authn` beside the form's own, with the form's query. Then it goes to the address
    /// in the answer's `next`, or shows the answer's `message`. The web views of old devices have no promises, `fetch`
    /// or arrow functions, so the script uses none.
    static let postsJSON = PageScript(
        #"""
        "use strict";
        var form=document.forms[0],button=form.querySelector("button");
        function say(sentence){
        var problem=document.getElementById("problem");
        if(!problem){problem=document.createElement("p");problem.className="problem";problem.id="problem";
        problem.setAttribute("role","alert");form.insertBefore(problem,form.firstChild)}
        problem.textContent=sentence;button.disabled=false;form.password.value="";form.password.focus()}
        form.addEventListener("submit",function(event){
        event.preventDefault();button.disabled=true;
        var request=new XMLHttpRequest(),none="The provider did not answer. Try again.";
        request.onerror=function(){say(none)};
        request.onload=function(){
        var answer;
        try{answer=JSON.parse(request.responseText)}catch(error){answer={}}
        if(answer.status==="SUCCESS")window.location.assign(answer.next);else say(answer.message||none)};
        request.open("POST",form.action.replace(/login(?=[?]|$)/,"authn"));
        request.setRequestHeader("Content-Type","application/json");
        request.send(JSON.stringify({username:form.username.value,password:form.password.value,login:form.login.value}))
        })
        """#, hash: "yKYamfOKk0fQR1H5tlabo4AHKcGqSX1KmXqU3kewPaw=", connects: true)
}
