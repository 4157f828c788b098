import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const KEPT_NOWHERE = ["localStorage", "sessionStorage", "indexedDB", "caches"].map(name => ({
  name,
  message: "A document, a decision or a token is held in memory alone.",
}));

const WORD = ["Word", "Office", "OfficeExtension"].map(name => ({
  name,
  message: "Word is spoken to in src/word alone.",
}));

const MARKUP = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe"].map(property => ({
  property,
  message: "What a document says is text, never markup.",
}));

const not = (...rooms) => ({
  "no-restricted-imports": [
    "error",
    {
      patterns: rooms.map(room => ({
        group: [`**/${room}`, `**/${room}/**`],
        message: `This room does not know ${room}.`,
        allowTypeImports: room === "word" || room === "api",
      })),
    },
  ],
});

export default defineConfig(
  { ignores: ["dist", "node_modules", "wordhost", "public", "src/api/types.ts"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ["error", 10],
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "no-await-in-loop": "error", // one sync for many things; where it must be, a comment says why
      "no-console": "error",
      "no-param-reassign": "error",
      "no-restricted-globals": ["error", ...KEPT_NOWHERE, ...WORD],
      "no-restricted-properties": ["error", ...MARKUP],
      "prefer-template": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ["src/word/**"],
    rules: { "no-restricted-globals": ["error", ...KEPT_NOWHERE], ...not("state", "view", "flow") },
  },
  { files: ["src/state/**"], rules: not("word", "view", "flow", "api") },
  { files: ["src/view/**"], rules: not("word", "flow", "api") },
);
