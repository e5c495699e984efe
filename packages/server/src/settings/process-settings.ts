/** How a process runs, where its database is and how people reach it. */
import { z } from 'zod'
import { canParse, flag, webAddress, wholeNumber } from './setting-kinds.ts'

export const processSettings = {
  PORT: wholeNumber(0).max(65_535).default(3000).describe('Port the web process listens on.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address the web process listens on. The default answers this machine only; 0.0.0.0 answers everybody.',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe(
      'Folder for the embedded database, stored files, job folders and secrets. Relative to where it starts.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional()
    .describe('Any PostgreSQL 15 or newer. Without it an embedded PostgreSQL runs in DATA_DIR.'),
  DATABASE_POOL: wholeNumber(2).default(10).describe('Database connections each process may hold.'),
  DATABASE_SILENCE_SECONDS: wholeNumber(3)
    .default(90)
    .describe(
      'When a database connection on which nothing moves is given up. Longer than any single statement takes.',
    ),
  BODY_SILENCE_SECONDS: wholeNumber(1)
    .default(30)
    .describe(
      'When a request whose body stopped arriving is cut off with 408. A slow one that keeps moving is not. Headers may take twice as long in all, a JSON body four times, and a client may stop reading a reply for four times as long.',
    ),
  COOKIE_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs cookies and seals the secrets of two-step sign-in and of webhooks, the passwords of archives and what jobs of the API were asked for. Web and worker processes on several machines must share one; otherwise it is made in DATA_DIR.',
    ),
  BEHIND_PROXY: flag
    .default(false)
    .describe(
      'Whether to believe X-Forwarded-For and X-Forwarded-Proto of a proxy in front. X-Forwarded-Host is never believed.',
    ),
  PUBLIC_URL: webAddress
    .refine(
      address => canParse(address, url => url.href === `${url.origin}/`),
      'must be an http(s) address without a path',
    )
    // As browsers write it in the Origin header: small letters, no default port.
    .transform(address => new URL(address).origin)
    .optional()
    .describe(
      'Address people reach it by. Links in mails and the way back from Google and GitHub begin with it, and browsers are answered at this address only: pages opened by another one cannot change anything. With https, cookies are Secure and strict transport security is on. Without it http://localhost and the port.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  NODE_ENV: z
    .string()
    .optional()
    .describe(
      'Where it is production, the built-in test payments do not start unless PAYMENTS asks for them.',
    ),
  DRAIN_SECONDS: wholeNumber(0)
    .default(8)
    .describe(
      'How long a process that is told to stop lets running jobs and open requests finish, before jobs go back into the queue and connections are closed. The default fits into the ten seconds that Docker waits; where the orchestrator waits longer, set it a few seconds below.',
    ),
  DRAIN_NOTICE_SECONDS: wholeNumber(0)
    .default(0)
    .describe(
      'How long a web process that is told to stop goes on taking new connections while /healthz already answers 503, for balancers that need time to notice. Counts towards DRAIN_SECONDS.',
    ),
}
