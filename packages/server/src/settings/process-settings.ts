/** Settings of a process, its database connection and its public address. */
import { instances } from '@filesmith/contract/instance'
import { z } from 'zod'
import { canParse, flag, webAddress, wholeNumber } from './setting-kinds.ts'

export const processSettings = {
  INSTANCE: z
    .enum(instances)
    .default('public')
    .describe(
      'public: with plans, payments and advertising. private: everybody has the limits of Pro without a daily or monthly limit, and there are no plans, payments or advertising; see private-instance.md.',
    ),
  PORT: wholeNumber(0).max(65_535).default(3000).describe('Port the web process listens on.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address the web process listens on. The default accepts local connections only; 0.0.0.0 listens on all interfaces.',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe(
      'Folder for the embedded database, stored files, job folders and secrets. Relative to the working directory.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional()
    .describe('PostgreSQL 15 or newer. If not set, an embedded PostgreSQL runs in DATA_DIR.'),
  DATABASE_POOL: wholeNumber(2).default(10).describe('Maximum number of database connections per process.'),
  DATABASE_SILENCE_SECONDS: wholeNumber(3)
    .default(90)
    .describe(
      'Idle timeout of a database connection that waits for a reply. Must be longer than the longest statement.',
    ),
  BODY_SILENCE_SECONDS: wholeNumber(1)
    .default(30)
    .describe(
      'Idle timeout of a request body, answered with 408; slow but steady uploads are not affected. Headers may take twice as long in total, a JSON body four times as long, a handler that has its whole body four times to begin its reply (503), unless it waits for a conversion, and a client may pause reading a response for four times as long.',
    ),
  COOKIE_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs cookies and encrypts two-factor secrets, webhook secrets, archive passwords and API job requests. Processes on several machines must share it. If not set, it is generated in DATA_DIR.',
    ),
  BEHIND_PROXY: flag
    .default(false)
    .describe(
      'Whether to trust X-Forwarded-For and X-Forwarded-Proto of a reverse proxy. X-Forwarded-Host is never trusted.',
    ),
  PUBLIC_URL: webAddress
    .refine(
      address => canParse(address, url => url.href === `${url.origin}/`),
      'must be an http(s) address without a path; the path belongs in BASE_PATH',
    )
    // As in the Origin header of browsers: lower case, no default port.
    .transform(address => new URL(address).origin)
    .optional()
    .describe(
      'Public address of the site, used for links in mails and OAuth redirect URIs. Requests that change data are accepted from this origin only. With https, cookies are Secure and, unless BASE_PATH is set, HSTS is on. Default: http://localhost with PORT.',
    ),
  BASE_PATH: z
    .string()
    .regex(
      /^\/(?!(?:api|healthz|livez|metrics)(?:\/|$))[\w-]+(?:\/[\w-]+)*$/,
      'must begin with a slash and not end with one, consist of letters, digits, - and _, and not begin with /api, /healthz, /livez or /metrics; for the root leave it empty',
    )
    .or(z.literal(''))
    .default('')
    .describe(
      'Path below which a reverse proxy serves the site, such as /files. The proxy must forward it unchanged; only /healthz, /livez and /metrics answer without it too. See reverse-proxy.md.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum level of log lines.'),
  NODE_ENV: z
    .string()
    .optional()
    .describe('With production, the built-in test payments start only with PAYMENTS=test.'),
  DRAIN_SECONDS: wholeNumber(0)
    .default(8)
    .describe(
      'How long a stopping process lets running jobs and open requests finish before jobs are requeued and connections closed. The default fits the ten-second grace period of Docker; with a longer grace period, set it a few seconds below.',
    ),
  DRAIN_NOTICE_SECONDS: wholeNumber(0)
    .default(0)
    .describe(
      'How long a stopping web process still accepts new connections while /healthz already returns 503, so that load balancers can take it out of rotation. Counts toward DRAIN_SECONDS.',
    ),
}
