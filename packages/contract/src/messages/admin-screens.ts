/** Texts of the admin area: shared ones, Overview, Workers and Failures. */
import type { QueueClass } from '../operations/operation.ts'

const conversions = (count: number) => (count === 1 ? '1 conversion' : `${count} conversions`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

export const adminScreens = {
  heading: 'Administration',
  /** The name follows. */
  signedInAs: 'Operator',
  sections: 'Admin sections',
  loading: 'Loading...',
  failed: 'Could not load this page',
  changeFailed: 'Nothing was changed',
  unexpected: 'The server did not answer. Please try again.',
  cancel: 'Cancel',
  busy: 'One moment...',
  showMore: 'Show more',
  loadingMore: 'Loading...',
  all: 'No more results',
  noMatch: 'No matches',
  noMatchHint: 'Try a different search or clear the filters.',
  clear: 'Clear filters',
  clearSearch: 'Clear search',
  any: 'All',
  unknown: 'Unknown',
  never: 'Never',
  none: 'None',
  to: 'to',

  overview: {
    /** The time follows. */
    updated: 'Updated at',
    every: 'Refreshes every few seconds.',
    stale: 'Could not refresh; retrying. Data may be outdated.',
    attention: 'Needs attention',
    allClear: 'Nothing needs attention.',
    allClearHint: 'Workers are running, engines are on, and no job is blocked.',
    stranded: (count: number, engines: string) =>
      `${conversions(count)} blocked: ${engines} not available on any worker.`,
    noWorkers: 'No worker is running. All jobs are waiting.',
    engineMissing: (engines: readonly string[]) =>
      `${list(engines)} ${are(engines.length)} missing on all workers.`,
    engineOff: (engines: readonly string[]) => `${list(engines)} ${are(engines.length)} turned off.`,
    unread: (count: number) => (count === 1 ? '1 open message.' : `${count} open messages.`),
    unreadChats: (count: number) =>
      count === 1 ? '1 chat with unread messages.' : `${count} chats with unread messages.`,
    diskFull: (free: string, percent: number) => `Disk almost full: ${free} (${percent}%) free.`,
    mailsFailed: (count: number) =>
      count === 1
        ? '1 email could not be sent. Check the mail server settings.'
        : `${count} emails could not be sent. Check the mail server settings.`,
    toFailures: 'Failures',
    toWorkers: 'Workers',
    toEngines: 'Engines',
    toMessages: 'Messages',
    toChats: 'Chats',
    toStorage: 'Storage',

    figures: 'Right now',
    workers: 'Workers',
    users: 'Accounts',
    stored: 'Stored',
    apiJobs: 'API jobs',
    mails: 'Queued emails',
    waitingAndRunning: (waiting: number, running: number) => `${running} running, ${waiting} waiting`,

    queue: 'Queue',
    queueText: 'Waiting and running jobs by queue class and required engines.',
    queueEmpty: 'Queue is empty.',
    queueClass: 'Queue class and engines',
    waiting: 'Waiting',
    running: 'Running',
    oldest: 'Longest wait',
    strandedBadge: 'Blocked',
    queueClasses: { short: 'Short', long: 'Long' } satisfies Record<QueueClass, string>,
    noEngines: 'No engine required',

    lastDay: 'Last 24 hours',
    lastDayNone: 'No conversions in the last 24 hours.',
    lastDaySummary: (succeeded: number, failed: number, canceled: number) =>
      `${succeeded} succeeded, ${failed} failed, ${canceled} canceled`,
    hour: 'Hour',
    thisHour: 'This hour',
    now: 'Now',
    succeeded: 'Succeeded',
    failedCount: 'Failed',
    hourValue: (succeeded: number, failed: number) =>
      failed === 0 ? `${succeeded} succeeded` : `${succeeded} succeeded, ${failed} failed`,
    median: 'Median duration',
    p95: '95th percentile',
    shortly: 'Under 1 s',
    noTimes: 'No data yet',
  },

  workers: {
    text: 'A worker that stops sending heartbeats is considered dead, and its jobs are requeued.',
    empty: 'No worker is running',
    emptyHint: 'Start one with npm start, or with npm run worker on any machine that shares the database.',
    unnamed: 'Unnamed host',
    process: 'Process',
    version: 'Version',
    since: 'Running since',
    lastHeartbeat: 'Last heartbeat',
    queueClasses: 'Queue classes',
    running: 'Running',
    runningCount: conversions,
    engines: 'Engines',
    enginesHere: (here: number, all: number) => `${here} of ${all}`,
    allHere: 'All engines available.',
    missing: 'Missing',
  },

  failures: {
    byCode: 'Errors in the last 7 days',
    byCodeText: 'Select one to filter the list.',
    server: 'Server',
    input: 'Input',
    /** Follows a number. */
    times: (count: number) => (count === 1 ? 'time' : 'times'),
    heading: 'Failed conversions',
    kind: 'Cause',
    kinds: { '': 'All', true: 'Server', false: 'Input' },
    operation: 'Operation',
    empty: 'No failures',
    emptyHint: 'Failed conversions appear here with their error.',
    visitor: 'Visitor',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    code: 'Error code',
    detail: 'Engine output',
    noDetail: 'No engine output.',
    id: 'Conversion',
    owner: 'Owner',
  },
} as const

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
