// Shows a document that the pane has made and opened.
import { Paper } from "./paper.js";

const paper = new Paper(document.getElementById("document"));
fetch("shown")
  .then(answer => answer.blob())
  .then(content => paper.show(content))
  .catch(problem => {
    document.getElementById("state").textContent = `The document cannot be shown: ${problem.message}`;
  });
