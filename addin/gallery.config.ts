/** Builds the page that shows every state of the pane with invented data; it is no part of what is served. */

import { defineConfig, mergeConfig } from "vite";
import pane from "./vite.config";

export default mergeConfig(
  pane,
  defineConfig({ build: { outDir: "node_modules/.gallery", rolldownOptions: { input: "gallery.html" } } }),
);
