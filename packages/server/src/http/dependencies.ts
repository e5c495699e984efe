/** Dependencies and settings that the HTTP layer gets injected. */
import type { AdConfig } from '@filesmith/contract/schemas/ad-config'
import type { ContactInfo } from '@filesmith/contract/schemas/contact'
import type { ArchiveWriter } from '../adapters/zip-archive/zip-archive-writer.ts'
import type { AccountStore } from '../database/account-store.ts'
import type { AllowanceStore } from '../database/allowance-store.ts'
import type { ApiKeyStore } from '../database/api-key-store.ts'
import type { ContactStore } from '../database/contact-store.ts'
import type { ConversionStore } from '../database/conversion-store.ts'
import type { IdempotentCalls } from '../database/idempotent-calls.ts'
import type { ImpressionStore } from '../database/impression-store.ts'
import type { PipelineStore } from '../database/pipeline-store.ts'
import type { ReceiptStore } from '../database/receipt-store.ts'
import type { VisitorRevocations } from '../database/visitor-revocations.ts'
import type { WebhookStore } from '../database/webhook-store.ts'
import type { WorkerRegistry } from '../database/worker-registry.ts'
import type { AccountDeps } from '../domain/accounts/accounts.ts'
import type { OrganizationDeps } from '../domain/accounts/sign-in-with.ts'
import type { AdminDeps } from '../domain/administration/list-page.ts'
import type { AllowanceLimits } from '../domain/allowance/allowance.ts'
import type { CallLimits } from '../domain/api-keys/api-keys.ts'
import type { BillingDeps } from '../domain/billing/billing-deps.ts'
import type { InvoiceDeps } from '../domain/billing/invoices.ts'
import type { AppendDeps } from '../domain/uploads/upload-content.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { MetricsPage, WebMetrics } from '../ports/metrics.ts'
import type { OutboundClient } from '../ports/outbound.ts'
import type { TestPayments } from '../ports/test-payments.ts'
import type { Tracer } from '../ports/tracer.ts'

export interface HttpDependencies
  extends AppendDeps,
    AccountDeps,
    OrganizationDeps,
    BillingDeps,
    InvoiceDeps,
    AdminDeps {
  readonly accounts: AccountStore
  /** Set if no payment provider is configured and payments are not off. */
  readonly testPayments: TestPayments | null
  /** Triggers delivery of pending test payment events. */
  readonly deliverTestEvents: () => void
  readonly conversions: ConversionStore
  readonly visitorRevocations: VisitorRevocations
  readonly receipts: ReceiptStore
  /** How long a receipt is kept after the last file of its conversion is deleted. */
  readonly receiptsKeptDays: number
  readonly allowances: AllowanceStore
  readonly allowanceLimits: AllowanceLimits
  readonly workers: WorkerRegistry
  readonly apiKeys: ApiKeyStore
  readonly callLimits: CallLimits
  readonly pipelines: PipelineStore
  readonly webhooks: WebhookStore
  readonly outbound: OutboundClient
  readonly idempotentCalls: IdempotentCalls
  readonly archives: ArchiveWriter
  readonly jobQueue: JobQueue
  readonly impressions: ImpressionStore
  readonly adConfig: AdConfig
  readonly impressionsPerMinute: number
  readonly contacts: ContactStore
  readonly contactInfo: ContactInfo
  readonly translationsPerMinute: number
  readonly gifEstimatesPerMinute: number
  /** Keyed hash of a network address, so that requests can be counted without storing addresses. */
  readonly hashAddress: (address: string) => string
  readonly inspectionsPerMinute: number
  /** Throws if the database is unreachable. */
  readonly checkHealth: () => Promise<void>
  readonly metrics: WebMetrics
  /** Serves /metrics on the public port too, protected by the token; null: not served. */
  readonly metricsPage: { readonly page: MetricsPage; readonly token: string } | null
  readonly tracer: Tracer
}

export interface HttpSettings {
  readonly cookieSecret: string
  /** Scheme, host and port under which users reach the site. */
  readonly publicOrigin: string
  /** The only origin allowed to change state; null: the origin in the Host header. */
  readonly onlyOrigin: string | null
  /** Contact for security reports, as a URI (security.txt). */
  readonly securityContact: string
  /** Whether a reverse proxy sets the client's address and protocol. */
  readonly isBehindProxy: boolean
  /** Time after which a stalled request is aborted. */
  readonly bodyIdleMs: number
  /** The built web app; null if another server serves it, as in development. */
  readonly webDir: string | null
}
