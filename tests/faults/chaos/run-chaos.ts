/**
 * Runs one chaos test: customers submit jobs while a seeded schedule injects faults, then the invariants are
 * checked.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import pg from 'pg'
import { newCredentials, putOnPlan } from '../../support/member.ts'
import { processesUsing } from '../../support/server-process.ts'
import { type Customer, createCustomer, type Observations } from './customer.ts'
import { type ChaosDeployment, type StorageAddress, startChaosDeployment } from './deployment.ts'
import { chooseFaults } from './faults.ts'
import { findViolations } from './find-violations.ts'
import { type JobKinds, prepareJobKinds } from './job-kinds.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly jobs: number
  /**
   * Once the faults are over and this many jobs were accepted, no more are submitted, which bounds the time on a
   * busy machine.
   */
  readonly enoughJobs: number
  /** Duration of the fault injection. */
  readonly chaosSeconds: number
  readonly faults: number
  readonly storage?: StorageAddress
  readonly note?: (line: string) => void
}

export interface ChaosReport {
  readonly seed: number
  readonly seconds: number
  readonly accepted: number
  readonly refusedForAllowance: number
  readonly jobsByKind: Record<string, number>
  readonly faultsByKind: Record<string, number>
  readonly outcomes: Record<string, number>
  readonly attempts: Record<string, number>
  readonly answers: Record<string, number>
  readonly downloads: number
  readonly resultsChecked: number
  readonly violations: readonly string[]
}

const customersOfEachPlan = { free: 4, basic: 2, pro: 2 } as const
/**
 * All retries, their backoff and the lease of a silent worker take about a minute; longer without progress means
 * stuck.
 */
const stuckAfterMs = 180_000

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAtMs = Date.now()
  const note = (line: string) =>
    options.note?.(`${((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const random = createSeededRandom(options.seed)
  const observations: Observations = {
    acceptedJobs: [],
    downloads: new Map(),
    violations: [],
    answers: new Map(),
  }
  const jobKinds = await prepareJobKinds()
  const deployment = await startChaosDeployment({
    webs: 2,
    workers: 2,
    note,
    ...(options.storage && { storage: options.storage }),
  })
  note('deployment is up')
  const giveUp = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let closing = async () => deployment.stop()
  try {
    const customers = await createCustomers(deployment, random, observations, giveUp.signal)
    const faults = chooseFaults(deployment, random.fork(), options.faults)
    let lastEndMs = Date.now()
    let isOver = false
    const work = runCustomers(customers, jobKinds, random.fork(), {
      jobs: options.jobs,
      isEnough: () => isOver && observations.acceptedJobs.length >= options.enoughJobs,
      onEnd: () => {
        lastEndMs = Date.now()
      },
    })
    const pauseMs = (options.chaosSeconds * 1000) / Math.max(1, faults.length)
    const injections: Promise<void>[] = []
    for (const fault of faults) {
      note(`${fault.kind}: ${fault.target}`)
      injections.push(
        fault.inject().catch(error => note(`${fault.kind} could not be injected: ${String(error)}`)),
      )
      await delay(pauseMs * (0.5 + random.next()))
    }
    await Promise.all(injections)
    note('faults are over')
    isOver = true
    await deployment.clearFaults()
    lastEndMs = Date.now()
    timer = setInterval(() => {
      if (Date.now() - lastEndMs > stuckAfterMs) giveUp.abort(new Error('no job finishes any more'))
    }, 1000)
    const refused = await work.catch(error => {
      observations.violations.push(`stuck: ${String(error)}`)
      return -1
    })
    note('all customers are done')
    await deployment.sweepEverything()

    const client = new pg.Client({ connectionString: deployment.databaseUrl })
    await client.connect()
    closing = async () => {
      await client.end()
      await deployment.stop()
    }
    const remainingViolations = await waitUntilNoViolation(deployment, client, observations)
    lastEndMs = Date.now()
    const resultsChecked = await checkResults(client, customers, observations, () => {
      lastEndMs = Date.now()
    })
    clearInterval(timer)
    note('results are checked')
    for (const violation of [...remainingViolations, ...observations.violations]) {
      note(violation)
      for (const line of logLinesAbout(deployment, violation)) note(`  ${line}`)
    }
    const crashes = [...deployment.webs, ...deployment.workers].flatMap(slot => slot.crashes)
    const tables = await readTables(client)
    await closing()
    closing = async () => undefined
    const left = processesUsing(deployment.folder)
    note('deployment is stopped')
    return {
      seed: options.seed,
      seconds: Math.round((Date.now() - startedAtMs) / 1000),
      accepted: observations.acceptedJobs.length,
      refusedForAllowance: refused,
      jobsByKind: tally(observations.acceptedJobs.map(({ job }) => job.kind)),
      faultsByKind: tally(faults.map(({ kind }) => kind)),
      ...tables,
      answers: Object.fromEntries(observations.answers),
      downloads: [...observations.downloads.values()].length,
      resultsChecked,
      violations: [
        ...[...observations.violations, ...remainingViolations, ...crashes],
        ...left.map(pid => `process: ${pid} is still running`),
      ],
    }
  } finally {
    clearInterval(timer)
    giveUp.abort()
    await closing()
  }
}

async function createCustomers(
  deployment: ChaosDeployment,
  random: SeededRandom,
  observations: Observations,
  signal: AbortSignal,
): Promise<Customer[]> {
  const baseUrls = deployment.webs.map(slot => slot.baseUrl)
  const customers: Customer[] = []
  for (const plan of ['free', 'basic', 'pro'] as const) {
    for (let number = 0; number < customersOfEachPlan[plan]; number++) {
      const customer = createCustomer(baseUrls, random.fork(), observations, signal)
      // Half of the customers on Free have no account.
      const credentials = plan === 'free' && number % 2 === 0 ? undefined : newCredentials()
      const entry = credentials
        ? await customer.call(apiPaths.register, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(credentials),
          })
        : await customer.call('/api/usage')
      if (!entry.ok) throw new Error(`customer could not sign up: ${entry.status}`)
      if (credentials && plan !== 'free') await putOnPlan(deployment, credentials, plan)
      customers.push(customer)
    }
  }
  return customers
}

/** One job of so many crashes its worker. */
const crashEvery = 20

/** Returns how many jobs were refused because an allowance was used up. */
async function runCustomers(
  customers: readonly Customer[],
  { choose, crashing }: JobKinds,
  random: SeededRandom,
  limits: { readonly jobs: number; isEnough(): boolean; onEnd(): void },
) {
  let left = limits.jobs
  let refused = 0
  await Promise.all(
    customers.map(async customer => {
      const customerRandom = random.fork()
      while (left > 0 && !limits.isEnough()) {
        left--
        const job = left % crashEvery === crashEvery - 1 ? crashing : choose(customerRandom)
        const accepted = await customer.submit(job)
        if (accepted) {
          await customer.awaitAndFetch(accepted)
          limits.onEnd()
        } else {
          // Leaves the job to a customer with allowance left, and retries slowly.
          left++
          if (++refused > limits.jobs) return
          await delay(1000)
        }
      }
    }),
  )
  return refused
}

/** Sweeps run every second: a violation that survives many of them is permanent. */
async function waitUntilNoViolation(
  deployment: ChaosDeployment,
  client: pg.Client,
  observations: Observations,
): Promise<string[]> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const violations = await findViolations(deployment, client, observations)
    if (violations.length === 0 || Date.now() > giveUpAt) return violations
    await delay(500)
  }
}

/** Every succeeded job has one complete result, and every download of it returned the same bytes. */
async function checkResults(
  client: pg.Client,
  customers: readonly Customer[],
  observations: Observations,
  onEnd: () => void,
): Promise<number> {
  let checked = 0
  for (const { job, ids } of observations.acceptedJobs) {
    for (const id of ids) {
      const { rows } = await client.query('select status, result_size from conversions where id = $1', [id])
      if (rows[0]?.status !== 'succeeded') continue
      const state = { resultSize: Number(rows[0].result_size) } as ConversionState
      const owner = await ownerOf(customers, id)
      const bytes = await owner?.download(id, state).catch(() => undefined)
      onEnd()
      if (!bytes) {
        observations.violations.push(`result of ${id} (${job.kind}) cannot be downloaded`)
        continue
      }
      await job.check(bytes).then(
        () => checked++,
        error =>
          observations.violations.push(`result of ${id} (${job.kind}) is incomplete: ${String(error)}`),
      )
      if ((observations.downloads.get(id)?.size ?? 0) > 1)
        observations.violations.push(`result of ${id} (${job.kind}) was served with different bytes`)
    }
  }
  return checked
}

async function ownerOf(customers: readonly Customer[], id: string): Promise<Customer | undefined> {
  for (const customer of customers) if ((await customer.call(apiPaths.conversion(id))).ok) return customer
  return undefined
}

async function readTables(client: pg.Client) {
  const outcomes = await client.query(
    `select status || coalesce(' ' || error_code, '') as name, count(*)::int as count from conversions group by 1`,
  )
  const attempts = await client.query(
    'select attempt::text as name, count(*)::int as count from conversions group by 1 order by 1',
  )
  const asRecord = (rows: { name: string; count: number }[]) =>
    Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  return { outcomes: asRecord(outcomes.rows), attempts: asRecord(attempts.rows) }
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Log lines of all processes about the id that a violation names. */
function logLinesAbout({ webs, workers }: ChaosDeployment, violation: string): string[] {
  const [id] = idPattern.exec(violation) ?? []
  if (id === undefined) return []
  return [...webs, ...workers].flatMap(slot => {
    const lines = slot.log().split('\n')
    return lines.filter(line => line.includes(id)).map(line => `${slot.name}: ${line}`)
  })
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
