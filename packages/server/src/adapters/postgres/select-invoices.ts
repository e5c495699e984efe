/** Selects invoices of one account, whose accountId is therefore never null. */

import { invoices } from './billing-schema.ts'
import { and, eq, getTableColumns, type NodePgDatabase, type SQL, sql } from './drizzle.ts'

export function selectInvoices(orm: Pick<NodePgDatabase, 'select'>, accountId: string, ...conditions: SQL[]) {
  return orm
    .select({ ...getTableColumns(invoices), accountId: sql<string>`${invoices.accountId}` })
    .from(invoices)
    .where(and(eq(invoices.accountId, accountId), ...conditions))
    .$dynamic()
}
