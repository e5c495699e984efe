/** Who changed what about the installation. Entries are added, read, and forgotten after their time; nothing changes one. */
import type { AuditAction } from '@filesmith/contract/schemas/audit-actions'
import type { ListPage } from './list-page.ts'

/** An operator, or somebody on the command line, who has no account here. */
export interface Actor {
  readonly id: string | null
  readonly name: string
}

/** Written in the same step as the change it tells of. */
export interface NewAuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** Whom or what it was about, as they were called then. */
  readonly target: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface AuditRecord {
  readonly id: string
  readonly at: Date
  readonly actor: string
  /** May be one that only another version knows. */
  readonly action: string
  readonly target: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export interface AuditLog {
  /** For what changes nothing else, as a sign-in. */
  add(entry: NewAuditEntry): Promise<void>
  /** Newest first. */
  list(filter: { readonly action?: AuditAction | undefined }, page: ListPage): Promise<AuditRecord[]>
  /** Answers how many were forgotten. */
  removeBefore(moment: Date): Promise<number>
}
