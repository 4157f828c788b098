// Shows a document that the pane has made and opened.
(async () => {
  const content = await (await fetch("document")).blob();
  await docx.renderAsync(content, document.getElementById("document"), null, { renderHeaders: true, renderFooters: true });
})().catch(problem => {
  document.getElementById("state").textContent = `The document cannot be shown: ${problem.message}`;
});
