/** The version of this pane, from package.json. */
declare const __VERSION__: string;
