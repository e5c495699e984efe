/** Commands of `npm run admin`: manage operators and granted plans, whether or not the product is running. */
import { parseArgs } from 'node:util'
import { AppError } from '@filesmith/contract/errors'
import { commandLineActor } from '@filesmith/contract/messages/admin-audit'
import { planIds, plans } from '@filesmith/contract/plans'
import { registerRequestSchema } from '@filesmith/contract/schemas/account'
import { newInvitationSchema } from '@filesmith/contract/schemas/admin'
import { z } from 'zod'
import type { PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { createArgon2PasswordHasher } from './adapters/argon2/argon2-password-hasher.ts'
import { readSettings } from './config.ts'
import type { AccountRecord, AccountStore } from './database/account-store.ts'
import type { Actor } from './database/audit-log.ts'
import type { SetUpStore } from './database/set-up-store.ts'
import type { UserDirectory } from './database/user-directory.ts'
import { connectProxyUser } from './domain/accounts/sign-in-by-proxy.ts'
import { createInvitation, type InvitationDeps } from './domain/administration/invitations.ts'
import { renewSetUp } from './domain/administration/set-up.ts'
import {
  changeUser,
  createAccount,
  createOperator,
  type RequestedUserChange,
} from './domain/administration/users.ts'
import { createLog } from './log.ts'
import { openServices } from './open-services.ts'
import type { MailQueue } from './ports/mail.ts'

interface AdminCommandDeps extends InvitationDeps {
  readonly accounts: AccountStore
  readonly directory: UserDirectory
  readonly setUp: SetUpStore
  readonly passwords: PasswordHasher
  readonly mails: MailQueue
  readonly readPassword: () => Promise<string>
}

const adminUsage = `Usage:
  npm run admin -- create <username> <email> [--password-stdin]   create an account with operator rights
  npm run admin -- add <username> <email> [--password-stdin]      create an account without operator rights
  npm run admin -- invite [<email>] [--days 7]                    invite a guest and print the link (SIGN_UP=invite)
  npm run admin -- set-up-link                                    print a new set-up link, if there is no operator
  npm run admin -- grant <username or email>                      grant operator rights
  npm run admin -- revoke <username or email>                     revoke operator rights
  npm run admin -- connect <username or email> <name at the proxy>
                                                                  let a user of the sign-in proxy use this account
  npm run admin -- list                                           list operators
  npm run admin -- plan <username or email> <basic|pro|free> [--until 2027-01-31]
                                                                  grant a plan without payment, or revoke it (free)`

class UsageError extends Error {
  override readonly name = 'UsageError'
}

const actor: Actor = { id: null, name: commandLineActor }
const options = { keepsOperator: false }

/** Number of arguments of each command. */
const arities: ReadonlyMap<string | undefined, readonly number[]> = new Map([
  ['create', [2]],
  ['add', [2]],
  ['invite', [0, 1]],
  ['set-up-link', [0]],
  ['grant', [1]],
  ['revoke', [1]],
  ['connect', [2]],
  ['list', [0]],
  ['plan', [2]],
])

/** Returns the message to print. */
async function runAdminCommand(
  deps: AdminCommandDeps,
  [command, ...args]: readonly string[],
  { until, days }: { readonly until: string | undefined; readonly days: string | undefined },
): Promise<string> {
  const [first = '', second = ''] = args
  if (!arities.get(command)?.includes(args.length)) throw new UsageError(adminUsage)
  if (command === 'create') return create(deps, first, second)
  if (command === 'add') return add(deps, first, second)
  if (command === 'invite') return invite(deps, args[0], days)
  if (command === 'set-up-link') return renewSetUp(deps)
  if (command === 'list') return list(deps)
  if (command === 'connect') return connect(deps, first, second)
  if (command === 'plan') return grantPlan(deps, first, second, until)
  const isOperator = command === 'grant'
  const { username } = await change(deps, first, { isOperator })
  return isOperator ? `${username} is now an operator.` : `${username} is no longer an operator.`
}

async function create(deps: AdminCommandDeps, username: string, email: string): Promise<string> {
  await createOperator(deps, actor, await readAccount(deps, username, email))
  return `${username} was created and is an operator.`
}

async function add(deps: AdminCommandDeps, username: string, email: string): Promise<string> {
  await createAccount(deps, actor, await readAccount(deps, username, email))
  return `${username} was created.`
}

async function invite(
  deps: AdminCommandDeps,
  email: string | undefined,
  days: string | undefined,
): Promise<string> {
  const wanted = newInvitationSchema.safeParse({ email, days: days === undefined ? undefined : Number(days) })
  if (!wanted.success) throw new UsageError(z.prettifyError(wanted.error))
  const { link, isMailed } = await createInvitation(deps, actor, wanted.data)
  return isMailed ? `${link}\nIt is also mailed to ${email}.` : link
}

async function readAccount(deps: AdminCommandDeps, username: string, email: string) {
  const checked = registerRequestSchema.omit({ password: true }).safeParse({ username, email })
  if (!checked.success) throw new UsageError(z.prettifyError(checked.error))
  const account = registerRequestSchema.safeParse({ username, email, password: await deps.readPassword() })
  if (!account.success) throw new UsageError(z.prettifyError(account.error))
  return account.data
}

async function list({ directory }: AdminCommandDeps): Promise<string> {
  const operators = await directory.listOperators()
  if (operators.length === 0) return 'There are no operators.'
  return operators
    .map(({ username, email, operatorSince, groupOperatorSince, suspendedAt }) => {
      const since = (operatorSince ?? groupOperatorSince)?.toISOString().slice(0, 10)
      const byGroup = operatorSince === null ? ', by group' : ''
      return `${username} <${email}>, since ${since}${byGroup}${suspendedAt ? ', suspended' : ''}`
    })
    .join('\n')
}

async function grantPlan(
  deps: AdminCommandDeps,
  login: string,
  name: string,
  until: string | undefined,
): Promise<string> {
  const plan = planIds.find(id => id === name)
  const day = z.iso.date().optional().safeParse(until)
  if (plan === undefined || !day.success || (plan === 'free' && until)) throw new UsageError(adminUsage)
  // The grant includes the whole day.
  const grantedUntil = day.data === undefined ? null : `${day.data}T23:59:59.999Z`
  const wanted: RequestedUserChange =
    plan === 'free' ? { grantedPlan: null } : { grantedPlan: plan, grantedUntil }
  const { username } = await change(deps, login, wanted)
  if (plan === 'free') return `${username} no longer has a granted plan.`
  return `${username} now has the ${plans[plan].label} plan${until ? ` until ${until}` : ''}.`
}

async function connect(deps: AdminCommandDeps, login: string, name: string): Promise<string> {
  const account = await findAccount(deps, login)
  await connectProxyUser(deps, account, name)
  return `${account.username} is now the account of ${name} at the proxy.`
}

async function findAccount({ accounts }: AdminCommandDeps, login: string): Promise<AccountRecord> {
  const account = await accounts.findByLogin(login)
  if (!account) throw new AppError('account-not-found')
  return account
}

async function change(
  deps: AdminCommandDeps,
  login: string,
  wanted: RequestedUserChange,
): Promise<AccountRecord> {
  const account = await findAccount(deps, login)
  await changeUser(deps, actor, account, wanted, options)
  return account
}

/** Unix convention: 1 for a failed command, 2 for wrong usage. */
const exitCodes = { refused: 1, misused: 2 }

export interface AdminCall {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly readPassword: (isPiped: boolean) => Promise<string>
}

export interface AdminOutcome {
  readonly exitCode: number
  /** An error message, unless the exit code is 0. */
  readonly message: string
}

export async function runAdmin(call: AdminCall): Promise<AdminOutcome> {
  try {
    return { exitCode: 0, message: await run(call) }
  } catch (error) {
    return {
      exitCode: error instanceof UsageError ? exitCodes.misused : exitCodes.refused,
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

async function run({ args, env, readPassword }: AdminCall): Promise<string> {
  const { values, positionals } = readArguments(args)
  if (positionals.length === 0) throw new UsageError(adminUsage)
  const settings = readSettings(env)
  const services = await openServices(settings, createLog('silent', 'admin'), 'admin')
  try {
    const deps = {
      ...services,
      signUp: settings.SIGN_UP,
      publicUrl: settings.siteUrl,
      isMailConfigured: settings.SMTP_URL !== undefined,
      passwords: await createArgon2PasswordHasher(),
      readPassword: () => readPassword(values['password-stdin']),
    }
    return await runAdminCommand(deps, positionals, { until: values.until, days: values.days })
  } finally {
    await services.close()
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        until: { type: 'string' },
        days: { type: 'string' },
        'password-stdin': { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new UsageError(adminUsage)
  }
}
