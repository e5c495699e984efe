/** Append-only log of changes to the installation; entries are deleted only when their retention ends. */
import type { AuditAction } from '@filesmith/contract/schemas/audit-actions'
import type { ListPage } from './list-page.ts'

/** An operator, or a user of the command line, who has no account. */
export interface Actor {
  readonly id: string | null
  readonly name: string
}

/** Written in the same transaction as the change it records. */
export interface NewAuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** Name of the affected user or object at the time. */
  readonly target: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface AuditRecord {
  readonly id: string
  readonly at: Date
  readonly actor: string
  /** May be an action that only another version of the server knows. */
  readonly action: string
  readonly target: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface AuditLog {
  /** For events without a change in the database, such as a sign-in. */
  add(entry: NewAuditEntry): Promise<void>
  /** Newest first. */
  list(filter: { readonly action?: AuditAction | undefined }, page: ListPage): Promise<AuditRecord[]>
  /** Returns the number deleted. */
  removeBefore(moment: Date): Promise<number>
}
