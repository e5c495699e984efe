/** HTTP server that imitates the OAuth endpoints of Google and GitHub with their checks; users are signed in without a prompt. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TestPerson {
  /** Stable id of the user. */
  readonly id: number
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
  readonly login: string
}

export interface TestIdentityProviderServer {
  readonly url: string
  /** Settings of a Filesmith that uses this provider. */
  readonly env: Readonly<Record<string, string>>
  /** The user at the provider; null for a user who denies access. */
  setPerson(person: Partial<TestPerson> | null): void
  /** Overrides the response of a path; undefined restores the correct one. */
  answer(path: string, reply: TestReply | undefined): void
  /** Number of requests to a path. */
  requestCount(path: string): number
  close(): Promise<void>
}

export interface TestReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type ProviderName = 'google' | 'github'

interface Grant {
  readonly provider: ProviderName
  readonly person: TestPerson
  readonly returnUrl: string
  readonly codeChallenge: string
}

const clients: Readonly<Record<ProviderName, { id: string; secret: string }>> = {
  google: { id: 'test-google-client', secret: 'test-google-secret' },
  github: { id: 'test-github-client', secret: 'test-github-secret' },
}

const defaultPerson: TestPerson = {
  id: 4711,
  email: 'vulcan@example.org',
  isEmailVerified: true,
  name: 'Vulcan Smith',
  login: 'vulcan',
}

const hash = (value: string) => createHash('sha256').update(value).digest('base64url')

export async function startIdentityProviderServer(): Promise<TestIdentityProviderServer> {
  let person: TestPerson | null = defaultPerson
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const overrides = new Map<string, TestReply>()
  const requestCounts = new Map<string, number>()

  function authorize(provider: ProviderName, query: URLSearchParams): TestReply {
    const returnUrl = query.get('redirect_uri') ?? ''
    const isRight =
      query.get('client_id') === clients[provider].id &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') &&
      query.get('scope') === (provider === 'google' ? 'openid email profile' : 'read:user user:email') &&
      URL.canParse(returnUrl)
    if (!isRight) return { status: 400, body: { error: 'invalid_request' } }
    const callback = new URL(returnUrl)
    callback.searchParams.set('state', query.get('state') ?? '')
    if (person) {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { provider, person, returnUrl, codeChallenge: query.get('code_challenge') ?? '' })
      callback.searchParams.set('code', code)
    } else {
      callback.searchParams.set('error', 'access_denied')
    }
    return { status: 302, headers: { location: callback.href } }
  }

  function exchange(provider: ProviderName, form: URLSearchParams): TestReply {
    // GitHub reports OAuth errors with status 200.
    const refuse = (error: string) => ({ status: provider === 'github' ? 200 : 400, body: { error } })
    const { id, secret } = clients[provider]
    if (form.get('client_id') !== id || form.get('client_secret') !== secret) return refuse('invalid_client')
    if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type')
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const isRight =
      grant?.provider === provider &&
      grant.returnUrl === form.get('redirect_uri') &&
      grant.codeChallenge === hash(form.get('code_verifier') ?? '')
    if (!isRight) return refuse('invalid_grant')
    const accessToken = randomBytes(16).toString('hex')
    accessTokens.set(accessToken, grant)
    return { body: { access_token: accessToken, token_type: 'bearer' } }
  }

  function answerUser(
    provider: ProviderName,
    request: IncomingMessage,
    toBody: (person: TestPerson) => unknown,
  ): TestReply {
    const grant = accessTokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    return grant?.provider === provider
      ? { body: toBody(grant.person) }
      : { status: 401, body: { message: 'Bad credentials' } }
  }

  async function reply(request: IncomingMessage): Promise<TestReply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    requestCounts.set(pathname, (requestCounts.get(pathname) ?? 0) + 1)
    const override = overrides.get(pathname)
    if (override) return override
    switch (`${request.method} ${pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return {
          body: {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            userinfo_endpoint: `${url}/userinfo`,
          },
        }
      case 'GET /authorize':
        return authorize('google', searchParams)
      case 'POST /token':
        return exchange('google', new URLSearchParams(await text(request)))
      case 'GET /userinfo':
        return answerUser('google', request, ({ id, email, isEmailVerified, name }) => ({
          sub: String(id),
          email,
          email_verified: isEmailVerified,
          name,
        }))
      case 'GET /login/oauth/authorize':
        return authorize('github', searchParams)
      case 'POST /login/oauth/access_token':
        return exchange('github', new URLSearchParams(await text(request)))
      case 'GET /api/user':
        return answerUser('github', request, ({ id, login, name }) => ({ id, login, name, email: null }))
      case 'GET /api/user/emails':
        return answerUser('github', request, ({ email, isEmailVerified }) => [
          { email: 'another@example.org', primary: false, verified: true, visibility: null },
          { email, primary: true, verified: isEmailVerified, visibility: 'private' },
        ])
      default:
        return { status: 404, body: { message: 'Not Found' } }
    }
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status = 200, headers, body } = await reply(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  }

  const server = createServer((request, response) => void answerRequest(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    env: {
      GOOGLE_CLIENT_ID: clients.google.id,
      GOOGLE_CLIENT_SECRET: clients.google.secret,
      GOOGLE_ISSUER_URL: url,
      GITHUB_CLIENT_ID: clients.github.id,
      GITHUB_CLIENT_SECRET: clients.github.secret,
      GITHUB_URL: url,
      GITHUB_API_URL: `${url}/api`,
    },
    setPerson(given) {
      person = given && { ...defaultPerson, ...given }
    },
    answer(path, override) {
      if (override) overrides.set(path, override)
      else overrides.delete(path)
    },
    requestCount: path => requestCounts.get(path) ?? 0,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
