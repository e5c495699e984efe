/** OpenID provider that issues forged ID tokens: wrong key, wrong audience, expired. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForgedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly key: KeyObject
  /** Replaces the computed signature. */
  readonly signature?: string
}

export interface ForgingProvider {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly otherKey: KeyObject
  /** Issues a valid token with these changes; without `change` it stays valid. */
  forge(nonce: string, change?: (token: ForgedToken) => Partial<ForgedToken>): void
  /** The response of the userinfo endpoint. */
  setUserInfo(person: Readonly<Record<string, unknown>>): void
  /** Overrides fields of the discovery document. */
  setMetadata(change: Readonly<Record<string, unknown>>): void
  close(): Promise<void>
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function write({ header, claims, key, signature }: ForgedToken): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${signature ?? sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const [keys, otherKeys] = [newKeys(), newKeys()]
  let idToken = ''
  let person: Readonly<Record<string, unknown>> = {}
  let metadata: Readonly<Record<string, unknown>> = {}

  const server = createServer((request, response) => {
    const pages: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        ...metadata,
      },
      '/keys': { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
      '/token': { access_token: 'a-secret-access-token', token_type: 'Bearer', id_token: idToken },
      '/userinfo': person,
    }
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(page ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: 'filesmith', OIDC_CLIENT_SECRET: 'a-client-secret' },
    otherKey: otherKeys.privateKey,
    forge(nonce, change) {
      const now = Math.floor(Date.now() / 1000)
      const valid: ForgedToken = {
        header: { alg: 'RS256', kid: 'one', typ: 'JWT' },
        claims: {
          iss: url,
          aud: 'filesmith',
          sub: 'person-1',
          nonce,
          iat: now,
          exp: now + 300,
          email: 'vulcan@forge.example',
          email_verified: true,
          name: 'Vulcan Forge',
        },
        key: keys.privateKey,
      }
      idToken = write({ ...valid, ...change?.(valid) })
    },
    setUserInfo(given) {
      person = given
    },
    setMetadata(change) {
      metadata = change
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
