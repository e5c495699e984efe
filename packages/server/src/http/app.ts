/** Assembles the Fastify app: security headers, sessions, schemas, error handling and routes. */
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { describeOffers } from '@filesmith/contract/plan-offers'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import {
  createSerializerCompiler,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { addressReplacer } from '../domain/base-path.ts'
import type { MetricsPage } from '../ports/metrics.ts'
import { registerAccess } from './access.ts'
import { registerBasePath, stripBasePath } from './base-path.ts'
import { registerOriginCheck } from './check-origin.ts'
import { registerCookies } from './cookies.ts'
import { type AppDrain, registerDrain } from './drain-app.ts'
import { registerErrorHandler, sendError } from './error-handler.ts'
import { registerIdleTimeout } from './idle-timeout.ts'
import { registerRequestObservation } from './observe-requests.ts'
import { registerOwnerSession } from './owner-session.ts'
import { type ProxyHeaders, registerProxyUser } from './proxy-user.ts'
import { registerValueCheck } from './refuse-unusable-values.ts'
import { registerAdminChatRoutes } from './routes/admin-chats.ts'
import { registerAdminInvitationRoutes } from './routes/admin-invitations.ts'
import { registerAdminPeopleRoutes } from './routes/admin-people.ts'
import { registerAdminStateRoutes } from './routes/admin-state.ts'
import { registerApiKeyRoutes } from './routes/api-keys.ts'
import { registerAuthRoutes } from './routes/auth.ts'
import { registerBatchRoutes } from './routes/batches.ts'
import { registerChatRoutes } from './routes/chat.ts'
import { registerContactRoutes } from './routes/contact.ts'
import { registerConversionRoutes } from './routes/conversions.ts'
import { registerDownloadRoutes } from './routes/download.ts'
import { registerEstimateRoutes } from './routes/estimates.ts'
import { registerEventRoutes } from './routes/events.ts'
import { registerMetricsRoute } from './routes/metrics.ts'
import { registerOperationRoutes } from './routes/operations.ts'
import { registerPages } from './routes/pages.ts'
import type { PaidPlans, PaidPlansDeps } from './routes/paid-plans.ts'
import { registerSetUpRoutes } from './routes/set-up.ts'
import { registerSignInWithRoutes } from './routes/sign-in-with.ts'
import { registerSiteFiles } from './routes/site-files.ts'
import { registerSystemRoutes } from './routes/system.ts'
import { registerTranslationRoutes } from './routes/translation.ts'
import { registerTwoStepRoutes } from './routes/two-step.ts'
import { registerUploadDetailsRoutes } from './routes/upload-details.ts'
import { registerUploadRoutes } from './routes/uploads.ts'
import { registerUsageRoutes } from './routes/usage.ts'
import { registerUserRoutes } from './routes/user.ts'
import { registerApiAccountRoutes } from './routes/v1/account.ts'
import { registerApiFileRoutes } from './routes/v1/files.ts'
import { registerApiJobRoutes } from './routes/v1/jobs.ts'
import { registerApiDescription } from './routes/v1/openapi.ts'
import { registerApiOperationRoutes } from './routes/v1/operations.ts'
import { registerApiWebhookRoutes } from './routes/v1/webhooks.ts'
import { registerVisitorRoutes } from './routes/visitor.ts'
import { minimalHeaders, registerSecurityHeaders } from './security-headers.ts'
import { registerSignedInAccess } from './signed-in-access.ts'
import { registerApiKeyAuthentication } from './v1/api-key-authentication.ts'
import { registerIdempotency } from './v1/idempotency.ts'

/** What a hook or route module receives. */
type DepsOf<Register extends (app: FastifyInstance, deps: never, context: never) => unknown> =
  Parameters<Register>[1]

/** Everything they need together. */
type HttpDependencies = DepsOf<typeof registerRequestObservation> &
  DepsOf<typeof registerOwnerSession> &
  DepsOf<typeof registerApiKeyAuthentication> &
  DepsOf<typeof registerIdempotency> &
  DepsOf<typeof registerSystemRoutes> &
  DepsOf<typeof registerOperationRoutes> &
  DepsOf<typeof registerConversionRoutes> &
  DepsOf<typeof registerBatchRoutes> &
  DepsOf<typeof registerUsageRoutes> &
  DepsOf<typeof registerVisitorRoutes> &
  DepsOf<typeof registerDownloadRoutes> &
  DepsOf<typeof registerTranslationRoutes> &
  DepsOf<typeof registerEstimateRoutes> &
  DepsOf<typeof registerUploadRoutes> &
  DepsOf<typeof registerUploadDetailsRoutes> &
  DepsOf<typeof registerContactRoutes> &
  DepsOf<typeof registerChatRoutes> &
  DepsOf<typeof registerAdminChatRoutes> &
  DepsOf<typeof registerAuthRoutes> &
  DepsOf<typeof registerSetUpRoutes> &
  DepsOf<typeof registerAdminInvitationRoutes> &
  DepsOf<typeof registerUserRoutes> &
  DepsOf<typeof registerApiKeyRoutes> &
  DepsOf<typeof registerApiAccountRoutes> &
  DepsOf<typeof registerApiJobRoutes> &
  DepsOf<typeof registerApiWebhookRoutes> &
  DepsOf<typeof registerAdminStateRoutes> &
  DepsOf<typeof registerAdminPeopleRoutes> &
  Omit<PaidPlansDeps, keyof PaidPlans> & {
    /** Null in a private instance. */
    readonly paidPlans: PaidPlans | null
    /** Serves /metrics on the public port too, protected by the token; null: not served. */
    readonly metricsPage: { readonly page: MetricsPage; readonly token: string } | null
  }

interface HttpSettings {
  readonly cookieSecret: string
  /** Scheme, host and port under which users reach the site. */
  readonly publicOrigin: string
  /** Path below which the site is served, without a trailing slash; empty: the root. */
  readonly basePath: string
  /** The only origin allowed to change state; null: the origin in the Host header. */
  readonly onlyOrigin: string | null
  /** Contact for security reports, as a URI (security.txt). */
  readonly securityContact: string
  /** Whether a reverse proxy sets the client's address and protocol. */
  readonly isBehindProxy: boolean
  /** Headers with which a trusted proxy names the user; null if it does not. */
  readonly proxyHeaders: ProxyHeaders | null
  /** Time after which a stalled request is aborted. */
  readonly bodyIdleMs: number
  /** The built web app; null if another server serves it, as in development. */
  readonly webDir: string | null
}

/** Of one connection; with Node's 64 KB, receiving stops and starts again after every read of a large upload. */
const socketBufferBytes = 256 * 1024

export async function buildApp(
  deps: HttpDependencies,
  settings: HttpSettings,
  logger: FastifyBaseLogger,
): Promise<{ app: FastifyInstance; drain: AppDrain }> {
  const { publicOrigin, basePath } = settings
  const siteUrl = publicOrigin + basePath
  const app = fastify({
    loggerInstance: logger,
    // Trust only the entry that our own proxy appended to X-Forwarded-For; clients can forge everything before it.
    trustProxy: settings.isBehindProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    ...(basePath !== '' && { rewriteUrl: stripBasePath(basePath) }),
    // Large uploads over slow connections may take hours; registerIdleTimeout ends those that stall.
    requestTimeout: 0,
    connectionTimeout: 0,
    http: {
      requestTimeout: 0,
      headersTimeout: 2 * settings.bodyIdleMs,
      connectionsCheckingInterval: settings.bodyIdleMs / 2,
      highWaterMark: socketBufferBytes,
    },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    // Shutdown waits for open requests, including those accepted at the last moment (see drain-app).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...minimalHeaders, 'x-request-id': request.id })),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(
    createSerializerCompiler(basePath === '' ? {} : { replacer: addressReplacer(basePath) }),
  )
  registerErrorHandler(app)
  registerProxyUser(app, settings.proxyHeaders)
  registerRequestObservation(app, deps)
  registerIdleTimeout(app, settings.bodyIdleMs)
  const drain = registerDrain(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Private data must not be stored by shared caches, unless a route overrides this.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-store')
  })
  await registerSecurityHeaders(app, {
    isStripeUsed: deps.paidPlans?.payments?.info.kind === 'stripe',
    isAdNetworkUsed: deps.paidPlans?.adConfig.publisherId !== undefined,
    publicOrigin,
    basePath,
  })
  registerBasePath(app, basePath)
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Filesmith', version: '0.1.0' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  registerOriginCheck(app, settings.onlyOrigin)
  await registerCookies(app, settings)
  registerOwnerSession(app, deps)
  registerApiKeyAuthentication(app, deps)
  registerAccess(app, deps)
  if (deps.access === 'signed-in') registerSignedInAccess(app, deps)
  registerValueCheck(app)
  registerIdempotency(app, deps)
  await registerApiDescription(app, deps.instance, siteUrl)
  registerSystemRoutes(app, deps, drain)
  if (deps.metricsPage) registerMetricsRoute(app, deps.metricsPage.page, deps.metricsPage.token)
  registerOperationRoutes(app, deps)
  registerConversionRoutes(app, deps)
  registerBatchRoutes(app, deps, drain)
  registerUsageRoutes(app, deps)
  registerVisitorRoutes(app, deps)
  registerEventRoutes(app, deps, drain)
  registerDownloadRoutes(app, deps)
  registerTranslationRoutes(app, deps)
  registerEstimateRoutes(app, deps)
  await registerUploadRoutes(app, deps)
  registerUploadDetailsRoutes(app, deps)
  registerContactRoutes(app, deps)
  registerAuthRoutes(app, deps, siteUrl)
  registerSetUpRoutes(app, deps)
  registerUserRoutes(app, deps)
  registerTwoStepRoutes(app, deps)
  registerApiKeyRoutes(app, deps)
  registerChatRoutes(app, deps, drain)
  registerApiAccountRoutes(app, deps)
  await registerApiFileRoutes(app, deps)
  registerApiJobRoutes(app, deps, drain)
  registerApiWebhookRoutes(app, deps)
  registerApiOperationRoutes(app, deps)
  registerSignInWithRoutes(app, deps, siteUrl)
  registerAdminStateRoutes(app, deps)
  registerAdminPeopleRoutes(app, deps)
  registerAdminInvitationRoutes(app, deps)
  registerAdminChatRoutes(app, deps, drain)
  if (deps.paidPlans) {
    const { registerPaidPlanRoutes } = await import('./routes/paid-plans.ts')
    await registerPaidPlanRoutes(app, { ...deps, ...deps.paidPlans }, siteUrl)
  }
  registerSiteFiles(app, deps, siteUrl, settings.securityContact)
  const { prices } = deps.paidPlans ?? {}
  const offers = prices ? describeOffers({ prices, perDay: deps.allowanceLimits.perDay }) : []
  const { instance } = deps
  await registerPages(app, settings.webDir, { instance, siteUrl, basePath, offers }, deps)
  return { app, drain }
}
