/** Invoices of one account: whoever is named in the question is named in the answer. */
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { invoices } from './billing-schema.ts'

export function selectInvoices(orm: Pick<NodePgDatabase, 'select'>, accountId: string, ...conditions: SQL[]) {
  return orm
    .select({ ...getTableColumns(invoices), accountId: sql<string>`${invoices.accountId}` })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), ...conditions))
    .$dynamic()
}
