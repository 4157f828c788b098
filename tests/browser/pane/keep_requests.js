// Keeps the last form that the pane sent to each address and that the service answered, so that it can be sent again.
(() => {
  const ask = window.fetch, kept = {};
  let review = null, anew = false;
  addEventListener("click", ({target}) => {
    if (target.closest?.("button")?.textContent === "Start a new review") anew = true;
  }, true);
  window.fetch = async function (address, options) {
    const answer = await ask.call(this, address, options);
    const { body } = options ?? {}, { pathname } = new URL(address);
    // What is neither a form nor JSON, such as an encrypted file, is not kept.
    if (!answer.ok || !(body instanceof FormData || typeof body === "string")) return answer;
    if (pathname === "/v1/reviews") answer.clone().json().then(begun => { review = begun.id; });
    const request = JSON.parse(body instanceof FormData ? body.get("request") : body);
    // Without kinds of personal data only words are counted: that is no analysis that the pane shows.
    const counts = pathname === "/v1/analyses" && request.pii?.length === 0;
    kept[counts ? "words" : pathname] = {request, file: body instanceof FormData ? body.get("document") : null};
    return answer;
  };
  const base64 = blob => new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.split(",", 2)[1]);
    reader.readAsDataURL(blob);
  });
  window.unsaidKept = async path => {
    const {request, file} = kept[path] ?? {};
    return request ? {request, document: file ? await base64(file) : ""} : null;
  };
  window.unsaidReview = () => review;
  window.unsaidBeganAnew = () => anew;
})();
