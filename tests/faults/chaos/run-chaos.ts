/** One storm from the first job to the last look: faults by a schedule of chance, customers who go on, then the truth. */
import { setTimeout as delay } from 'node:timers/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import pg from 'pg'
import { newCredentials, putOnPlan } from '../../support/member.ts'
import { processesUsing } from '../../support/server-process.ts'
import { type Customer, createCustomer, type Notebook } from './customer.ts'
import { type ChaosDeployment, type StorageAddress, startChaosDeployment } from './deployment.ts'
import { planFaults } from './faults.ts'
import { findViolations } from './find-violations.ts'
import { type ChooseJob, prepareJobKinds } from './job-kinds.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly jobs: number
  /** When the faults are over and so many were asked for, the rest is left out: a busy machine takes long enough. */
  readonly enoughJobs: number
  /** How long faults come. */
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
/** Retries with their pauses and a silent worker's job span about a minute: where nothing ends for longer, nothing will. */
const stuckAfterMs = 180_000

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAtMs = Date.now()
  const note = (line: string) =>
    options.note?.(`${((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const random = createSeededRandom(options.seed)
  const notebook: Notebook = { promised: [], downloads: new Map(), violations: [], answers: new Map() }
  const chooseJob = await prepareJobKinds()
  const deployment = await startChaosDeployment({
    webs: 2,
    workers: 2,
    note,
    ...(options.storage && { storage: options.storage }),
  })
  note('the house is up')
  const giveUp = new AbortController()
  let closing = async () => deployment.stop()
  try {
    const customers = await greetCustomers(deployment, random, notebook, giveUp.signal)
    const faults = planFaults(deployment, random.fork(), options.faults)
    let lastEndMs = Date.now()
    let isOver = false
    const work = serve(customers, chooseJob, random.fork(), {
      jobs: options.jobs,
      isEnough: () => isOver && notebook.promised.length >= options.enoughJobs,
      onEnd: () => {
        lastEndMs = Date.now()
      },
    })
    const pauseMs = (options.chaosSeconds * 1000) / Math.max(1, faults.length)
    const strikes: Promise<void>[] = []
    for (const fault of faults) {
      note(`${fault.kind}: ${fault.victim}`)
      strikes.push(fault.strike().catch(error => note(`${fault.kind} did not work: ${String(error)}`)))
      await delay(pauseMs * (0.5 + random.next()))
    }
    await Promise.all(strikes)
    note('the storm is over')
    isOver = true
    await deployment.calm()
    lastEndMs = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - lastEndMs > stuckAfterMs) giveUp.abort(new Error('no job ends any more'))
    }, 1000)
    const refused = await work.catch(error => {
      notebook.violations.push(`stuck: ${String(error)}`)
      return -1
    })
    clearInterval(timer)
    note('every customer is done')
    await deployment.sweepEverything()

    const client = new pg.Client({ connectionString: deployment.databaseUrl })
    await client.connect()
    closing = async () => {
      await client.end()
      await deployment.stop()
    }
    const standing = await untilNoViolation(deployment, client, notebook)
    const resultsChecked = await checkResults(client, customers, notebook)
    for (const violation of [...standing, ...notebook.violations]) {
      note(violation)
      for (const line of storyOf(deployment, violation)) note(`  ${line}`)
    }
    const crashes = [...deployment.webs, ...deployment.workers].flatMap(slot => slot.crashes)
    const tables = await readTables(client)
    await closing()
    closing = async () => undefined
    const left = processesUsing(deployment.folder)
    note('the house is closed')
    return {
      seed: options.seed,
      seconds: Math.round((Date.now() - startedAtMs) / 1000),
      accepted: notebook.promised.length,
      refusedForAllowance: refused,
      jobsByKind: tally(notebook.promised.map(({ job }) => job.kind)),
      faultsByKind: tally(faults.map(({ kind }) => kind)),
      ...tables,
      answers: Object.fromEntries(notebook.answers),
      downloads: [...notebook.downloads.values()].length,
      resultsChecked,
      violations: [
        ...[...notebook.violations, ...standing, ...crashes],
        ...left.map(pid => `process: ${pid} is left`),
      ],
    }
  } finally {
    giveUp.abort()
    await closing()
  }
}

async function greetCustomers(
  deployment: ChaosDeployment,
  random: SeededRandom,
  notebook: Notebook,
  signal: AbortSignal,
): Promise<Customer[]> {
  const baseUrls = deployment.webs.map(slot => slot.baseUrl)
  const customers: Customer[] = []
  for (const plan of ['free', 'basic', 'pro'] as const) {
    for (let number = 0; number < customersOfEachPlan[plan]; number++) {
      const customer = createCustomer(baseUrls, random.fork(), notebook, signal)
      // Half of those on Free have no account.
      const credentials = plan === 'free' && number % 2 === 0 ? undefined : newCredentials()
      const entry = credentials
        ? await customer.call(apiPaths.register, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(credentials),
          })
        : await customer.call('/api/usage')
      if (!entry.ok) throw new Error(`a customer was turned away: ${entry.status}`)
      if (credentials && plan !== 'free') await putOnPlan(deployment, credentials, plan)
      customers.push(customer)
    }
  }
  return customers
}

/** Answers how many were refused because an allowance was used up. */
async function serve(
  customers: readonly Customer[],
  chooseJob: ChooseJob,
  random: SeededRandom,
  plan: { readonly jobs: number; isEnough(): boolean; onEnd(): void },
) {
  let left = plan.jobs
  let refused = 0
  await Promise.all(
    customers.map(async customer => {
      const own = random.fork()
      while (left > 0 && !plan.isEnough()) {
        left--
        const promised = await customer.ask(chooseJob(own))
        if (promised) {
          await customer.awaitAndFetch(promised)
          plan.onEnd()
        } else {
          // Somebody with allowance left takes it over; whoever has none only looks in now and then.
          left++
          if (++refused > plan.jobs) return
          await delay(1000)
        }
      }
    }),
  )
  return refused
}

/** Sweeps come every second: what is still wrong after many of them stays wrong. */
async function untilNoViolation(
  deployment: ChaosDeployment,
  client: pg.Client,
  notebook: Notebook,
): Promise<string[]> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const violations = await findViolations(deployment, client, notebook)
    if (violations.length === 0 || Date.now() > giveUpAt) return violations
    await delay(500)
  }
}

/** One result each, whole, and the same for whoever fetched it when. */
async function checkResults(
  client: pg.Client,
  customers: readonly Customer[],
  notebook: Notebook,
): Promise<number> {
  let checked = 0
  for (const { job, ids } of notebook.promised) {
    for (const id of ids) {
      const { rows } = await client.query('select status, result_size from conversions where id = $1', [id])
      if (rows[0]?.status !== 'succeeded') continue
      const state = { resultSize: Number(rows[0].result_size) } as ConversionState
      const owner = await ownerOf(customers, id)
      const bytes = await owner?.download(id, state)
      if (!bytes) {
        notebook.violations.push(`result of ${id} (${job.kind}) cannot be fetched`)
        continue
      }
      await job.check(bytes).then(
        () => checked++,
        error => notebook.violations.push(`result of ${id} (${job.kind}) is not whole: ${String(error)}`),
      )
      if ((notebook.downloads.get(id)?.size ?? 0) > 1)
        notebook.violations.push(`result of ${id} (${job.kind}) was served in two ways`)
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

/** What the processes said about what a violation names. */
function storyOf({ webs, workers }: ChaosDeployment, violation: string): string[] {
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
