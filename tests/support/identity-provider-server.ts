/** A real server that plays Google and GitHub: as strict as they are, and whoever comes is signed in at once. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface TestPerson {
  /** For ever theirs. */
  readonly id: number
  readonly email: string
  readonly isEmailVerified: boolean
  readonly name: string
  readonly login: string
}

export interface TestIdentityProviderServer {
  readonly url: string
  /** Settings for a Filesmith that asks this server. */
  readonly env: Readonly<Record<string, string>>
  /** Who sits at the browser; null is somebody who says no. */
  setPerson(person: Partial<TestPerson> | null): void
  /** What one path answers from now on, in place of the right thing; undefined to make it right again. */
  answer(path: string, reply: TestReply | undefined): void
  /** How often a path was asked. */
  askedCount(path: string): number
  close(): Promise<void>
}

export interface TestReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Player = 'google' | 'github'

interface Grant {
  readonly player: Player
  readonly person: TestPerson
  readonly returnUrl: string
  readonly codeChallenge: string
}

const clients: Readonly<Record<Player, { id: string; secret: string }>> = {
  google: { id: 'test-google-client', secret: 'test-google-secret' },
  github: { id: 'test-github-client', secret: 'test-github-secret' },
}

const somebody: TestPerson = {
  id: 4711,
  email: 'vulcan@example.org',
  isEmailVerified: true,
  name: 'Vulcan Smith',
  login: 'vulcan',
}

const hash = (words: string) => createHash('sha256').update(words).digest('base64url')

export async function startIdentityProviderServer(): Promise<TestIdentityProviderServer> {
  let person: TestPerson | null = somebody
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const wrongAnswers = new Map<string, TestReply>()
  const asked = new Map<string, number>()

  function authorize(player: Player, query: URLSearchParams): TestReply {
    const returnUrl = query.get('redirect_uri') ?? ''
    const isRight =
      query.get('client_id') === clients[player].id &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(query.get('code_challenge') ?? '') &&
      query.get('scope') === (player === 'google' ? 'openid email profile' : 'read:user user:email') &&
      URL.canParse(returnUrl)
    if (!isRight) return { status: 400, body: { error: 'invalid_request' } }
    const back = new URL(returnUrl)
    back.searchParams.set('state', query.get('state') ?? '')
    if (person) {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { player, person, returnUrl, codeChallenge: query.get('code_challenge') ?? '' })
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
    }
    return { status: 302, headers: { location: back.href } }
  }

  function exchange(player: Player, form: URLSearchParams): TestReply {
    // GitHub refuses with status 200.
    const refuse = (error: string) => ({ status: player === 'github' ? 200 : 400, body: { error } })
    const { id, secret } = clients[player]
    if (form.get('client_id') !== id || form.get('client_secret') !== secret) return refuse('invalid_client')
    if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type')
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const isRight =
      grant?.player === player &&
      grant.returnUrl === form.get('redirect_uri') &&
      grant.codeChallenge === hash(form.get('code_verifier') ?? '')
    if (!isRight) return refuse('invalid_grant')
    const accessToken = randomBytes(16).toString('hex')
    accessTokens.set(accessToken, grant)
    return { body: { access_token: accessToken, token_type: 'bearer' } }
  }

  function tell(player: Player, request: IncomingMessage, say: (person: TestPerson) => unknown): TestReply {
    const grant = accessTokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    return grant?.player === player
      ? { body: say(grant.person) }
      : { status: 401, body: { message: 'Bad credentials' } }
  }

  async function reply(request: IncomingMessage): Promise<TestReply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
    const wrong = wrongAnswers.get(pathname)
    if (wrong) return wrong
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
        return tell('google', request, ({ id, email, isEmailVerified, name }) => ({
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
        return tell('github', request, ({ id, login, name }) => ({ id, login, name, email: null }))
      case 'GET /api/user/emails':
        return tell('github', request, ({ email, isEmailVerified }) => [
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
      person = given && { ...somebody, ...given }
    },
    answer(path, wrong) {
      if (wrong) wrongAnswers.set(path, wrong)
      else wrongAnswers.delete(path)
    },
    askedCount: path => asked.get(path) ?? 0,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
