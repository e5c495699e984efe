/** Reads the settings from the environment once at startup; an invalid one aborts the start with a message that names it. */
import { resolve } from 'node:path'
import type { SignUpMode } from '@filesmith/contract/access-modes'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { PlanPrices } from '@filesmith/contract/plan-offers'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { AdConfig } from '@filesmith/contract/schemas/ad-config'
import type { ContactInfo } from '@filesmith/contract/schemas/contact'
import type { z } from 'zod'
import type { OutboundSettings } from './adapters/outbound-http/outbound-http-client.ts'
import type { AttemptLimits } from './domain/accounts/limit-attempts.ts'
import type { AllowanceLimits } from './domain/allowance/allowance.ts'
import type { CallLimits } from './domain/api-keys/api-keys.ts'
import type { UploadQuota } from './domain/uploads/uploads.ts'
import { settingsSchema } from './settings-schema.ts'

type GivenSettings = z.infer<typeof settingsSchema>
export type Settings = GivenSettings & {
  readonly PUBLIC_URL: string
  readonly isPublicUrlSet: boolean
  readonly SIGN_UP: SignUpMode
  /** PUBLIC_URL with BASE_PATH, without a trailing slash. */
  readonly siteUrl: string
}

const defaultSignUp = { public: 'open', private: 'invite' } as const

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  // An empty value counts as not set, as in a .env file with nothing after the equals sign; an empty
  // TRANSLATION_MODELS_DIR switches the bundled weights off.
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'TRANSLATION_MODELS_DIR'),
    ),
  )
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(lines.join('\n'))
  }
  const { PUBLIC_URL = `http://localhost:${parsed.data.PORT}`, BASE_PATH } = parsed.data
  const settings = {
    ...parsed.data,
    DATA_DIR: resolve(parsed.data.DATA_DIR),
    isPublicUrlSet: parsed.data.PUBLIC_URL !== undefined,
    PUBLIC_URL,
    siteUrl: PUBLIC_URL + BASE_PATH,
    SIGN_UP: parsed.data.SIGN_UP ?? defaultSignUp[parsed.data.INSTANCE],
  }
  if (settings.STORAGE === 's3') s3Access(settings)
  requireTogether(settings, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  requireTogether(settings, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'])
  requireTogether(settings, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'])
  requireIssuer(settings)
  requireTrustedProxy(settings)
  requireGroups(settings)
  requireTogether(settings, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  requirePayments(settings)
  return settings
}

function requireTogether(settings: GivenSettings, names: readonly (keyof GivenSettings)[]): void {
  const missing = names.filter(name => settings[name] === undefined)
  const given = names.filter(name => settings[name] !== undefined)
  if (missing.length > 0 && given.length > 0) throw new SettingsError(`${missing}: needed with ${given}`)
}

function requireIssuer({ OIDC_ISSUER, OIDC_CLIENT_SECRET, OIDC_ONLY }: GivenSettings): void {
  if (OIDC_ISSUER !== undefined) return
  const missing = 'OIDC_ISSUER,OIDC_CLIENT_ID: needed with'
  if (OIDC_CLIENT_SECRET !== undefined) throw new SettingsError(`${missing} OIDC_CLIENT_SECRET`)
  // Without a provider, OIDC_ONLY would lock every user out.
  if (OIDC_ONLY) throw new SettingsError(`${missing} OIDC_ONLY`)
}

/** Without AUTH_PROXY_TRUSTED any client could name itself any user. */
function requireTrustedProxy(settings: GivenSettings): void {
  if (settings.AUTH_PROXY_HEADER !== undefined && settings.AUTH_PROXY_TRUSTED === undefined)
    throw new SettingsError(
      'AUTH_PROXY_TRUSTED: needed with AUTH_PROXY_HEADER, or any client could sign in as any user by sending that header; set the address of the proxy',
    )
  if (settings.AUTH_PROXY_HEADER !== undefined) {
    if (
      settings.AUTH_PROXY_GROUPS_HEADER !== undefined &&
      [settings.AUTH_PROXY_HEADER, settings.AUTH_PROXY_EMAIL_HEADER].includes(
        settings.AUTH_PROXY_GROUPS_HEADER,
      )
    )
      throw new SettingsError('AUTH_PROXY_GROUPS_HEADER: must be a separate header')
    return
  }
  const useless = (
    [
      'AUTH_PROXY_TRUSTED',
      'AUTH_PROXY_EMAIL_HEADER',
      'AUTH_PROXY_GROUPS_HEADER',
      'AUTH_PROXY_SIGN_OUT_URL',
    ] as const
  ).filter(name => settings[name] !== undefined)
  if (useless.length > 0) throw new SettingsError(`AUTH_PROXY_HEADER: needed with ${useless}`)
}

/** A mapping without a source of groups, or without plans, would never apply. */
function requireGroups(settings: GivenSettings): void {
  if (settings.INSTANCE === 'private' && settings.GROUP_PLANS.length > 0)
    throw new SettingsError('GROUP_PLANS: a private instance has no plans')
  const mappings = (['GROUP_PLANS', 'GROUP_OPERATORS'] as const).filter(name => settings[name].length > 0)
  if (mappings.length === 0 || settings.OIDC_ISSUER !== undefined) return
  if (settings.AUTH_PROXY_GROUPS_HEADER === undefined)
    throw new SettingsError(
      `${mappings}: groups come from an OpenID provider or a proxy; set OIDC_ISSUER or AUTH_PROXY_GROUPS_HEADER`,
    )
}

/** Implicit test payments in production would give paid plans away. */
function requirePayments({ INSTANCE, PAYMENTS, STRIPE_SECRET_KEY, NODE_ENV }: GivenSettings): void {
  if (INSTANCE === 'private') return
  if (PAYMENTS === 'stripe' && STRIPE_SECRET_KEY === undefined)
    throw new SettingsError('STRIPE_SECRET_KEY: needed when PAYMENTS is stripe')
  if (PAYMENTS === 'auto' && STRIPE_SECRET_KEY === undefined && NODE_ENV === 'production')
    throw new SettingsError(
      'PAYMENTS: in production set the Stripe keys, PAYMENTS=off, or PAYMENTS=test to allow the built-in test payments',
    )
}

/** What STORAGE=s3 requires. */
export function s3Access(settings: GivenSettings) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined)
    return { bucket, accessKeyId, secretAccessKey }
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = needed.filter(name => settings[name] === undefined)
  throw new SettingsError(`${missing.join(', ')}: needed when STORAGE is s3`)
}

/** Undefined if Stripe is not configured; the keys are set together or not at all. */
export function stripeKeys(settings: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = settings
  return secretKey !== undefined && publishableKey !== undefined && webhookSecret !== undefined
    ? { secretKey, publishableKey, webhookSecret }
    : undefined
}

/**
 * A private instance without a mail server cannot ask for confirmed addresses. They matter where someone else could use the
 * address: with a provider that proves addresses, they have to be confirmed.
 */
export function confirmsEmails(settings: Settings): boolean {
  const { INSTANCE, SMTP_URL, GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, OIDC_ISSUER } = settings
  const providers = [GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, OIDC_ISSUER].filter(value => value !== undefined)
  return INSTANCE === 'public' || SMTP_URL !== undefined || providers.length > 0
}

/** The plan of everybody, if there is only one. */
export function instancePlan({ INSTANCE }: Settings): PlanId | undefined {
  return INSTANCE === 'private' ? 'private' : undefined
}

export function engineMemoryBytes(settings: Settings): number {
  return settings.ENGINE_MEMORY_MB * bytesPerMegabyte
}

export function allowanceLimits(settings: Settings): AllowanceLimits {
  return {
    perDay: {
      free: settings.PLAN_FREE_PER_DAY,
      basic: settings.PLAN_BASIC_PER_DAY,
      pro: plans.pro.conversionsPerDay,
      private: plans.private.conversionsPerDay,
    },
    addressPerDay: settings.ADDRESS_PER_DAY,
  }
}

export function uploadQuota(settings: Settings): UploadQuota {
  const limits = (megabytes: number, maxOpen = settings.OPEN_UPLOADS_PER_OWNER) => ({
    maxBytes: megabytes * bytesPerMegabyte,
    maxOpen,
  })
  return {
    owner: {
      free: limits(settings.STORAGE_QUOTA_FREE_MB),
      basic: limits(settings.STORAGE_QUOTA_BASIC_MB),
      pro: limits(settings.STORAGE_QUOTA_PRO_MB),
      private: limits(settings.STORAGE_QUOTA_PRO_MB),
    },
    network: limits(settings.STORAGE_QUOTA_NETWORK_MB, settings.OPEN_UPLOADS_PER_NETWORK),
    minFreeBytes: settings.MIN_FREE_DISK_MB * bytesPerMegabyte,
    unsentPercent: {
      visitor: settings.UNSENT_UPLOADS_VISITOR_PERCENT,
      account: settings.UNSENT_UPLOADS_ACCOUNT_PERCENT,
    },
    idleSeconds: settings.IDLE_UPLOAD_SECONDS,
  }
}

export function outboundSettings(settings: Settings): OutboundSettings {
  return {
    allowedNetworks: settings.OUTBOUND_ALLOWED_NETWORKS,
    times: { connectMs: 10_000, silenceMs: 30_000, totalMs: settings.OUTBOUND_TIMEOUT_SECONDS * 1000 },
  }
}

export function planPrices(settings: Settings): PlanPrices {
  return { free: 0, basic: settings.PLAN_BASIC_PRICE_CENTS, pro: settings.PLAN_PRO_PRICE_CENTS }
}

export function adConfig(settings: Settings): AdConfig {
  const { ADSENSE_PUBLISHER_ID: publisherId, AD_MODE: mode } = settings
  if (publisherId === undefined) return { mode }
  const units = {
    'left-sidebar': settings.ADSENSE_UNIT_LEFT,
    'right-sidebar': settings.ADSENSE_UNIT_RIGHT,
    'pre-conversion': settings.ADSENSE_UNIT_WAIT,
  }
  return { publisherId, mode, units }
}

export function attemptLimits(settings: Settings): AttemptLimits {
  return {
    perAccount: settings.ATTEMPTS_PER_ACCOUNT,
    newDevicesPerHour: settings.ATTEMPTS_FROM_NEW_DEVICES,
    perNetwork: settings.ATTEMPTS_PER_NETWORK,
    registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
    mailsPerHour: settings.MAILS_PER_HOUR,
    contactsPerHour: settings.CONTACTS_PER_HOUR,
  }
}

export function callLimits(settings: Settings): CallLimits {
  return {
    perKey: settings.API_CALLS_PER_MINUTE,
    perAccount: settings.API_ACCOUNT_CALLS_PER_MINUTE,
  }
}

/** For security.txt (RFC 9116). A localhost address is unreachable from outside, so the contact page replaces it. */
export function securityContact({ SECURITY_CONTACT, SUPPORT_EMAIL, siteUrl }: Settings): string {
  if (SECURITY_CONTACT !== undefined) return SECURITY_CONTACT
  return SUPPORT_EMAIL.endsWith('@localhost') ? `${siteUrl}${paths.contact}` : `mailto:${SUPPORT_EMAIL}`
}

export function contactInfo(settings: Settings): ContactInfo {
  return {
    supportEmail: settings.SUPPORT_EMAIL,
    infoEmail: settings.INFO_EMAIL,
    phone: settings.CONTACT_PHONE,
    addressLines: settings.CONTACT_ADDRESS,
  }
}
