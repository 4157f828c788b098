/** What the service tells of a document, under the names that the pane uses. */

import type { components } from "../api/types";

type Told = components["schemas"];

export type Analysis = Told["AnalysisOut"];
export type Suggestion = Told["SuggestionOut"];
export type NearMiss = Told["NearMissOut"];
export type Place = Told["PlaceOut"];
export type Level = Told["LevelOut"];
export type Guess = Told["GuessOut"];
export type Look = Told["LookOut"];
export type ListedClient = Told["ListedClientOut"];
export type Verification = Told["VerificationOut"];
export type Covered = Told["CoveredOut"];
export type Outcome = Pick<Told["ReportOut"], "outcome" | "exceptions" | "unmet">;
export type Shortfall = Told["UnmetOut"];
