/** An account with the operator role and its calls to the admin API. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { AdminUser, AdminUserPage, AuditPage } from '@filesmith/contract/schemas/admin'
import { asMember, type Credentials, createMember, type Member, newCredentials, runSql } from './member.ts'
import type { TestFilesmith } from './start-filesmith.ts'
import { createVisitor } from './visitor.ts'

export interface Operator extends Member {
  send(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response>
  /** A user's account as the admin API shows it. */
  find(who: Pick<Credentials, 'username'>): Promise<AdminUser>
  /** Sends a change of a user's account. */
  change(who: Pick<Credentials, 'username'>, change: object): Promise<Response>
  /** Entries of the audit log, newest first. */
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

/** By the set-up link of a new installation, which also works where sign-up is closed. */
export async function setUpOperator(
  { baseUrl, setUpLink }: Pick<TestFilesmith, 'baseUrl' | 'setUpLink'>,
  credentials = newCredentials(),
): Promise<Operator> {
  const visitor = createVisitor(baseUrl)
  const reply = await visitor.post(apiPaths.setUp, { ...credentials, token: tokenOf(setUpLink) })
  if (reply.status !== 201) throw new Error(`set-up answered ${reply.status}: ${await reply.text()}`)
  return asOperator(asMember(visitor, credentials))
}

export function tokenOf(link: string | null): string {
  return (link && new URL(link).searchParams.get('token')) ?? ''
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
    async find({ username }) {
      const { users } = await member.json<AdminUserPage>(`${apiPaths.adminUsers}?search=${username}`)
      const found = users.find(user => user.username === username)
      if (!found) throw new Error(`${username} is not in the list`)
      return found
    },
    async change(who, change) {
      return operator.send('PATCH', apiPaths.adminUser((await operator.find(who)).id), change)
    },
    async audit(query = '') {
      const { entries } = await member.json<AuditPage>(apiPaths.adminAudit + query)
      return entries.map(entry => entry.summary)
    },
  }
  return operator
}
