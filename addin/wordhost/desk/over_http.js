// The pane's way to the host when no test stands between them.
window.unsaidHostContext = async () => (await fetch("/host/context")).json();
window.unsaidHostEvents = async () => (await fetch("/host/events")).json();
window.unsaidHostExecute = async (number, told) => {
  const answered = await fetch("/host/execute", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify([number, told ?? []]),
  });
  const answer = await answered.json();
  // The page around shows what the pane has done.
  if (parent !== window) parent.dispatchEvent(new Event("unsaid-host-answered"));
  return answer;
};
