import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const told = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf-8")) as { version: string };

export default defineConfig({
  base: "./", // wherever the service shows it
  define: { __VERSION__: JSON.stringify(told.version) },
  build: {
    target: "es2022", // WebView2 and Safari are the only ones that Word shows panes in
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ["index.html", "dialog.html", "save.html"] },
  },
  test: {
    environment: "happy-dom",
    include: ["test/**/*.test.ts"],
  },
});
