import { readFile } from 'node:fs/promises'
import { maxBytesFor, maxFilesPerBatch } from '@filesmith/contract/limits'
import { operations } from '@filesmith/contract/operations/registry'
import { planIds, plans } from '@filesmith/contract/plans'
import { bundledModelsDir } from '@filesmith/engines/translation/bundled-models'
import { expect, test } from 'vitest'
import {
  allowanceLimits,
  confirmsEmails,
  instancePlan,
  readSettings,
  SettingsError,
  uploadQuota,
} from './config.ts'
import { engineRuntimeSettings } from './engine-runtime-settings.ts'
import { settingsTable } from './settings-table.ts'

test('readSettings: an empty environment gives the defaults', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    STORAGE: 'disk',
    SANDBOX: 'required',
  })
})

test('readSettings: BASE_PATH follows PUBLIC_URL in the address of the site', () => {
  expect(readSettings({ PORT: '8080' })).toMatchObject({ BASE_PATH: '', siteUrl: 'http://localhost:8080' })
  const env = { PUBLIC_URL: 'https://Home.example:443/', BASE_PATH: '/my_files/v-2' }
  expect(readSettings(env).siteUrl).toBe('https://home.example/my_files/v-2')
  expect(readSettings({ BASE_PATH: '/apiary' }).BASE_PATH).toBe('/apiary')
})

test('readSettings: an empty value counts as not set', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('engineRuntimeSettings: translates with the bundled weights unless TRANSLATION_MODELS_DIR is set or empty', () => {
  const modelsDir = (env: Record<string, string>) =>
    engineRuntimeSettings(readSettings(env), () => undefined).translation?.modelsDir
  expect(modelsDir({})).toBe(bundledModelsDir)
  expect(modelsDir({ TRANSLATION_MODELS_DIR: '/srv/models' })).toBe('/srv/models')
  expect(modelsDir({ TRANSLATION_MODELS_DIR: '' })).toBeNull()
})

test.each([
  [{ PORT: 'eighty' }, /^PORT: /],
  [{ PORT: '70000' }, /^PORT: /],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must begin with postgresql://'],
  [{ SANDBOX: 'maybe' }, /^SANDBOX: /],
  [{ STORAGE: 's3' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed when STORAGE is s3'],
  [{ COOKIE_SECRET: 'short' }, /^COOKIE_SECRET: /],
  [{ PUBLIC_URL: 'files.example.org' }, 'PUBLIC_URL: must be an http(s) address'],
  [{ PUBLIC_URL: 'ftp://files.example.org' }, 'PUBLIC_URL: must be an http(s) address'],
  [
    { PUBLIC_URL: 'https://example.org/files' },
    /^PUBLIC_URL: must be an http\(s\) address without a path; the path belongs in BASE_PATH$/,
  ],
  [
    { PUBLIC_URL: 'https://me:pass@example.org' },
    /^PUBLIC_URL: must be an http\(s\) address without a path; the path belongs in BASE_PATH$/,
  ],
  [{ SMTP_URL: 'mail.example.org:25' }, 'SMTP_URL: must be smtp://user:password@host:port or smtps://...'],
  [{ SMTP_URL: 'https://mail.example.org' }, /^SMTP_URL: /],
  [{ SMTP_URL: 'smtp://' }, /^SMTP_URL: /],
  [{ MAIL_FROM: 'Filesmith' }, /^MAIL_FROM: must be an address/],
  [{ MAIL_FROM: 'a@example.org, b@example.org' }, /^MAIL_FROM: /],
  [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET: needed with GOOGLE_CLIENT_ID'],
  [{ GITHUB_CLIENT_SECRET: 'x' }, 'GITHUB_CLIENT_ID: needed with GITHUB_CLIENT_SECRET'],
  [{ GITHUB_API_URL: 'api.github.com' }, /^GITHUB_API_URL: /],
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_CLIENT_ID: needed with OIDC_ISSUER'],
  [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_ISSUER,OIDC_CLIENT_ID: needed with OIDC_CLIENT_SECRET'],
  [
    {
      INSTANCE: 'private',
      GROUP_PLANS: 'staff=pro',
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'x',
    },
    'GROUP_PLANS: a private instance has no plans',
  ],
  [{ OIDC_ONLY: 'true' }, 'OIDC_ISSUER,OIDC_CLIENT_ID: needed with OIDC_ONLY'],
  [{ OIDC_ISSUER: 'http://id.example.org', OIDC_CLIENT_ID: 'x' }, /^OIDC_ISSUER: must be an https address/],
  [{ OIDC_ISSUER: 'https://id.example.org/?a=b', OIDC_CLIENT_ID: 'x' }, /^OIDC_ISSUER: must be the plain/],
  [
    { OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0', OIDC_CLIENT_ID: 'x' },
    /^OIDC_ISSUER: must name one tenant/,
  ],
  [{ OIDC_SCOPES: 'email profile' }, 'OIDC_SCOPES: must include openid'],
  [{ AUTH_PROXY_HEADER: 'Remote-User' }, /^AUTH_PROXY_TRUSTED: needed with AUTH_PROXY_HEADER, or any client/],
  [{ AUTH_PROXY_TRUSTED: '10.0.0.1' }, 'AUTH_PROXY_HEADER: needed with AUTH_PROXY_TRUSTED'],
  [{ AUTH_PROXY_SIGN_OUT_URL: '/out' }, 'AUTH_PROXY_HEADER: needed with AUTH_PROXY_SIGN_OUT_URL'],
  [{ AUTH_PROXY_HEADER: 'Remote User' }, /^AUTH_PROXY_HEADER: must be the name of an HTTP header/],
  [{ AUTH_PROXY_HEADER: 'Authorization' }, /^AUTH_PROXY_HEADER: must be a header that the server does not/],
  [{ AUTH_PROXY_HEADER: 'X-Forwarded-For' }, /^AUTH_PROXY_HEADER: must be a header that the server does not/],
  [{ AUTH_PROXY_TRUSTED: 'proxy.example.org' }, /^AUTH_PROXY_TRUSTED: must be addresses or networks/],
  [{ AUTH_PROXY_TRUSTED: ',' }, /^AUTH_PROXY_TRUSTED: must be addresses or networks/],
  [{ AUTH_PROXY_TRUSTED: '10.0.0.1, 0.0.0.0/0' }, /^AUTH_PROXY_TRUSTED: must name the proxy/],
  [{ AUTH_PROXY_TRUSTED: '::/0' }, /^AUTH_PROXY_TRUSTED: must name the proxy/],
  [{ AUTH_PROXY_SIGN_OUT_URL: '//evil.example' }, /^AUTH_PROXY_SIGN_OUT_URL: must be/],
  [{ AUTH_PROXY_SIGN_OUT_URL: 'javascript:alert(1)' }, /^AUTH_PROXY_SIGN_OUT_URL: must be/],
  [{ AUTH_PROXY_GROUPS_SEPARATOR: 'x' }, /^AUTH_PROXY_GROUPS_SEPARATOR: /],
  [
    {
      AUTH_PROXY_HEADER: 'Remote-User',
      AUTH_PROXY_TRUSTED: '10.0.0.1',
      AUTH_PROXY_GROUPS_HEADER: 'remote-user',
    },
    'AUTH_PROXY_GROUPS_HEADER: must be a separate header',
  ],
  [{ GROUP_PLANS: 'staff=gold' }, /^GROUP_PLANS: must be like staff=pro/],
  [{ GROUP_PLANS: 'staff' }, /^GROUP_PLANS: must be like staff=pro/],
  [{ GROUP_PLANS: '=pro' }, /^GROUP_PLANS: must be like staff=pro/],
  [{ GROUP_PLANS: 'staff=pro,staff=basic' }, 'GROUP_PLANS: must name every group once'],
  [
    { GROUP_PLANS: 'staff=pro', GROUP_OPERATORS: 'admins' },
    'GROUP_PLANS,GROUP_OPERATORS: groups come from an OpenID provider or a proxy; set OIDC_ISSUER or AUTH_PROXY_GROUPS_HEADER',
  ],
  [{ OIDC_ALLOWED_DOMAINS: 'example.org, a b' }, /^OIDC_ALLOWED_DOMAINS\.1: must be domains/],
  [{ ADSENSE_PUBLISHER_ID: 'pub-1234567890123456' }, /^ADSENSE_PUBLISHER_ID: must be like ca-pub-/],
  [{ ADSENSE_UNIT_LEFT: '12"><script>' }, 'ADSENSE_UNIT_LEFT: must be an ad unit number'],
  [{ AD_MODE: 'everybody' }, /^AD_MODE: /],
  [{ DISABLED_ENGINES: 'sharp, photoshop' }, /^DISABLED_ENGINES/],
])('readSettings: %j is rejected with a message that names the setting', (env, message) => {
  expect(() => readSettings(env)).toThrow(SettingsError)
  expect(() => readSettings(env)).toThrow(message)
})

test.each([
  'files',
  '/',
  '/files/',
  '//files',
  '/files//two',
  '/../files',
  '/a.b',
  '/files?x=1',
  '/files#x',
  '/fi les',
  '/f%69les',
  '/files"><script>',
  '/api',
  '/api/files',
  '/healthz',
  'https://example.org/files',
])('readSettings: BASE_PATH=%s is rejected', path => {
  expect(() => readSettings({ BASE_PATH: path })).toThrow(SettingsError)
  expect(() => readSettings({ BASE_PATH: path })).toThrow(/^BASE_PATH: must begin with a slash and not end/)
})

test.each([
  'http://localhost:8080/realms/a',
  'http://127.0.0.1:9',
  'http://[::1]:9',
  'https://id.example.org/a/',
])('readSettings: keeps the issuer %s unchanged', OIDC_ISSUER => {
  expect(readSettings({ OIDC_ISSUER, OIDC_CLIENT_ID: 'x' })).toMatchObject({ OIDC_ISSUER })
})

test('readSettings: rejects implicit test payments in production', () => {
  const production = { NODE_ENV: 'production' }
  expect(() => readSettings(production)).toThrow(SettingsError)
  expect(() => readSettings(production)).toThrow(/^PAYMENTS: in production/)
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  for (const allowed of [{ PAYMENTS: 'test' }, { PAYMENTS: 'off' }, keys])
    expect(readSettings({ ...production, ...allowed })).toMatchObject(allowed)
  expect(readSettings({ NODE_ENV: 'development' })).toMatchObject({ PAYMENTS: 'auto' })
})

test('readSettings: sign-in by proxy with groups', () => {
  expect(
    readSettings({
      AUTH_PROXY_HEADER: 'Remote-User',
      AUTH_PROXY_TRUSTED: '127.0.0.1, 10.1.0.0/16,fd00:1::/64',
      AUTH_PROXY_GROUPS_HEADER: 'Remote-Groups',
      GROUP_PLANS: 'staff=pro, cn=guests=basic',
      GROUP_OPERATORS: 'admins, /owners',
    }),
  ).toMatchObject({
    AUTH_PROXY_HEADER: 'remote-user',
    AUTH_PROXY_TRUSTED: ['127.0.0.1', '10.1.0.0/16', 'fd00:1::/64'],
    AUTH_PROXY_GROUPS_HEADER: 'remote-groups',
    GROUP_PLANS: [
      ['staff', 'pro'],
      ['cn=guests', 'basic'],
    ],
    GROUP_OPERATORS: ['admins', '/owners'],
  })
})

test('readSettings: Stripe requires all of its keys', () => {
  expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_PUBLISHABLE_KEY,STRIPE_WEBHOOK_SECRET: needed with STRIPE_SECRET_KEY',
  )
  expect(() => readSettings({ PAYMENTS: 'stripe' })).toThrow(/^STRIPE_SECRET_KEY: needed/)
})

test('readSettings: PUBLIC_URL defaults to localhost and loses its trailing slash', () => {
  expect(readSettings({ PORT: '4000' }).PUBLIC_URL).toBe('http://localhost:4000')
  expect(readSettings({ PUBLIC_URL: 'https://files.example.org/' }).PUBLIC_URL).toBe(
    'https://files.example.org',
  )
})

test('readSettings: an invalid SMTP_URL is rejected without revealing its password', () => {
  const read = () => readSettings({ SMTP_URL: 'http://me:letmein@mail.example.org' })
  expect(read).toThrow(/^SMTP_URL: /)
  expect(read).not.toThrow('letmein')
})

test.each(['smtp://mail.example.org', 'smtps://me:p%40ss@mail.example.org:465', 'smtp://[::1]:25'])(
  'readSettings: accepts the mail server %s',
  address => {
    expect(readSettings({ SMTP_URL: address }).SMTP_URL).toBe(address)
  },
)

test('readSettings: a private instance needs no payment provider in production, a public one does', () => {
  const settings = readSettings({ NODE_ENV: 'production', INSTANCE: 'private' })
  expect(settings.INSTANCE).toBe('private')
  expect(instancePlan(settings)).toBe('private')
  expect(allowanceLimits(settings).perDay.private).toBeNull()
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow('PAYMENTS')
  expect(instancePlan(readSettings({}))).toBeUndefined()
  expect(() => readSettings({ INSTANCE: 'Private' })).toThrow('INSTANCE')
})

test('docs/configuration.md: lists every setting with its description and default', async () => {
  const page = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  for (const row of settingsTable()) expect(page).toContain(row)
})

test('uploadQuota: the defaults fit the largest batch of each plan together with its results', () => {
  const { owner, network } = uploadQuota(readSettings({}))
  for (const plan of planIds) {
    const files = plans[plan].batchFiles ?? maxFilesPerBatch
    expect(owner[plan].maxBytes).toBeGreaterThanOrEqual(2 * files * plans[plan].batchFileBytes)
    expect(owner[plan].maxBytes).toBeGreaterThanOrEqual(
      2 * maxBytesFor(operations['compress-files'].maxBytes, plan),
    )
  }
  expect(network.maxBytes).toBeGreaterThan(owner.free.maxBytes)
})

test.each([
  [{}, true],
  [{ INSTANCE: 'private' }, false],
  [{ INSTANCE: 'private', SMTP_URL: 'smtp://mail.example.org' }, true],
  [{ INSTANCE: 'private', GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' }, true],
])('confirmsEmails: with %j %s', (env, expected) => {
  expect(confirmsEmails(readSettings(env))).toBe(expected)
})
