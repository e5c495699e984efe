/** Somebody who runs the installation, and the calls they make. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminUser, AdminUserPage, AuditPage } from '@filesmith/contract/schemas/admin'
import { type Credentials, createMember, type Member, runSql } from './member.ts'
import type { TestFilesmith } from './start-filesmith.ts'

export interface Operator extends Member {
  send(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response>
  /** Somebody's account as operators see it. */
  look(who: Pick<Credentials, 'username'>): Promise<AdminUser>
  /** Changes somebody and answers the reply. */
  change(who: Pick<Credentials, 'username'>, change: object): Promise<Response>
  /** Sentences of the audit log, newest first. */
  audit(query?: string): Promise<string[]>
}

export async function createOperator(
  filesmith: Pick<TestFilesmith, 'baseUrl' | 'databaseUrl'>,
): Promise<Operator> {
  const member = await createMember(filesmith.baseUrl)
  await runSql(filesmith.databaseUrl, 'update users set operator_since = now() where username = $1', [
    member.username,
  ])
  return asOperator(member)
}

function asOperator(member: Member): Operator {
  const operator: Operator = {
    ...member,
    send(method, path, body) {
      const sent =
        body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return member.fetch(path, { method, ...sent })
    },
    async look({ username }) {
      const { users } = await member.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${username}`)
      const found = users.find(user => user.username === username)
      if (!found) throw new Error(`${username} is not in the list`)
      return found
    },
    async change(who, change) {
      return operator.send('PATCH', apiPaths.adminUser((await operator.look(who)).id), change)
    },
    async audit(query = '') {
      const { entries } = await member.json<AuditPage>(apiPaths.adminAudit + query)
      return entries.map(entry => entry.summary)
    },
  }
  return operator
}
