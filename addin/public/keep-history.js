// Office.js takes these away (docs-pr: docs/develop/referencing-the-…-cdn.md), and MSAL needs them to come back from a sign-in.
window.unsaidHistory = { pushState: history.pushState, replaceState: history.replaceState };
