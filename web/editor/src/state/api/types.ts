// Requests and responses of the editor's API.

export type OperatorRole = 'owner' | 'editor' | 'program' | 'boxOffice' | 'technical' | 'viewer';

export interface EditorSession {
  readonly operator: OperatorAccount;
  readonly sites: readonly EditorSite[];
  readonly isRecent: boolean;
}

export interface OperatorAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
}

export interface EditorSite {
  readonly key: string;
  readonly name: string;
  readonly origin: string;
  readonly role: OperatorRole;
}

export interface SignInResponse {
  readonly next: 'done' | 'code';
}

export interface Invitation {
  readonly email?: string;
  readonly siteName?: string;
  readonly role: OperatorRole;
  readonly hasAccount: boolean;
}

export interface TotpSetup {
  readonly secret: string;
  readonly url: string;
  readonly qrPath: string;
  readonly qrSize: number;
}

export interface RecoveryCodes {
  readonly codes: readonly string[];
}

export interface OperatorSession {
  readonly id: string;
  readonly device: string;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly isCurrent: boolean;
}

export interface OperatorSessions {
  readonly sessions: readonly OperatorSession[];
}

export interface Team {
  readonly people: readonly TeamMember[];
  readonly invitations: readonly PendingInvitation[];
}

export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly isEverywhere: boolean;
  readonly hasTotp: boolean;
  readonly seenAt?: string;
  readonly isHere: boolean;
}

export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface AuditEntry {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next?: number;
}

export interface DraftChange {
  readonly pointer: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly actor: string;
  readonly at: string;
}

export interface DraftProblem {
  readonly pointer: string;
  readonly message: string;
}

export interface PresentOperator {
  readonly id: string;
  readonly name: string;
}

export interface ScheduledPublication {
  readonly at: string;
  readonly actor: string;
  readonly name?: string;
}

export interface Draft {
  readonly version: number;
  readonly content: unknown;
  readonly live: unknown;
  readonly changes: readonly DraftChange[];
  readonly problems: readonly DraftProblem[];
  readonly published?: RevisionSummary;
  readonly scheduled?: ScheduledPublication;
  readonly present: readonly PresentOperator[];
}

export interface DraftVersion {
  readonly version: number;
  readonly present: readonly PresentOperator[];
}

export interface DraftEdit {
  readonly pointer: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface DraftUpdate {
  readonly version: number;
  readonly changes: readonly DraftChange[];
  readonly problems: readonly DraftProblem[];
}

export interface DraftConflict {
  readonly pointer: string;
  readonly theirs?: unknown;
  readonly actor?: string;
}

export interface Discard {
  readonly pointers?: readonly string[];
}

export interface PublishResponse {
  readonly revision?: RevisionSummary;
  readonly scheduled?: ScheduledPublication;
}

export interface RevisionSummary {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly name: string;
  readonly changes: number;
}

export interface History {
  readonly revisions: readonly RevisionSummary[];
  readonly next?: number;
}

export interface Revision extends RevisionSummary {
  readonly content: unknown;
}
