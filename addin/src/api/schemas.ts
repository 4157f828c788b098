/** The service's request and response types, under the names that the pane uses. */

import type { components } from "./types";

type Schemas = components["schemas"];

export type Analysis = Schemas["AnalysisOut"];
export type AnalysisOptions = Schemas["AnalysisOptions"];
export type ApprovalOptions = Schemas["ApprovalOptions"];
export type Certificate = Schemas["CertificateOut"];
export type ChangedDictionary = Schemas["ChangedDictionaryIn"];
export type ClientDictionary = Schemas["StoredClientOut"];
export type Clients = Schemas["ClientsOut"];
export type Covered = Schemas["CoverageOut"];
export type Crowd = Schemas["CrowdOut"];
export type DecisionMoves = Schemas["MovesIn"];
export type Download = Schemas["DownloadOut"];
export type CleanOptions = Schemas["CleanIn"];
export type EffectivePolicy = Schemas["EffectivePolicyOut"];
export type Guess = Schemas["GuessOut"];
export type GuessRequest = Schemas["GuessIn"];
export type GuessResult = Schemas["GuessResultOut"];
export type Level = Schemas["LevelOut"];
export type LevelChoice = Schemas["LevelChoiceOut"];
export type ListedClient = Schemas["ListedClientOut"];
export type Move = Schemas["MoveIn"];
export type NearMiss = Schemas["NearMissOut"];
export type NewDictionary = Schemas["DictionaryIn"];
export type NewReview = Schemas["NewReviewIn"];
export type Outcome = Pick<Schemas["ReportOut"], "outcome" | "exceptions" | "unmet">;
export type Panel = Schemas["PanelOut"];
export type Place = Schemas["PlaceOut"];
export type RedactionCheck = Schemas["CheckIn"];
export type RedactionChecked = Schemas["CheckOut"];
export type Redacted = Schemas["RedactedOut"];
export type RedactionOptions = Schemas["RedactionOptions"];
export type Review = Schemas["ReviewOut"];
export type ReviewStep = Review["steps"][number];
export type Standing = Schemas["StandingOut"];
export type StoryText = Schemas["StoryIn"];
export type Suggestion = Schemas["SuggestionOut"];
export type Unmet = Schemas["UnmetOut"];
export type Verification = Schemas["VerificationOut"] &
  Pick<Schemas["VerifiedOut"], "damaged"> &
  Partial<Pick<Schemas["VerifiedOut"], "crowd" | "panel">>;
export type VerificationOptions = Schemas["VerificationOptions"];
export type Verified = Schemas["VerifiedOut"];
export type Version = Schemas["VersionOut"];
