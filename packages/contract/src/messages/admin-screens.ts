/** Words of the admin area: its frame, what its sections share, Overview, Workers and Failures. */
import type { QueueClass } from '../operations/operation.ts'

const conversions = (count: number) => (count === 1 ? '1 conversion' : `${count} conversions`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

export const adminScreens = {
  heading: 'Administration',
  /** The name follows. */
  signedInAs: 'Operator',
  sections: 'Sections of the administration',
  loading: 'Loading...',
  failed: 'This could not be loaded',
  changeFailed: 'Nothing was changed',
  unexpected: 'The server did not answer. Please try again.',
  cancel: 'Cancel',
  busy: 'One moment...',
  showMore: 'Show more',
  loadingMore: 'Loading...',
  all: 'That is all.',
  noMatch: 'Nothing matches',
  noMatchHint: 'Try other words, or show all.',
  clear: 'Clear filters',
  clearSearch: 'Empty the search',
  any: 'All',
  unknown: 'Unknown',
  never: 'Never',
  none: 'None',
  to: 'to',

  overview: {
    /** The time follows. */
    updated: 'Updated at',
    every: 'Refreshes itself every few seconds.',
    stale: 'Could not refresh. What you see may be outdated; trying again.',
    attention: 'Needs attention',
    calm: 'Nothing needs you right now.',
    calmHint: 'Workers are there, engines are on, and no job waits for something that is missing.',
    stranded: (count: number, engines: string) =>
      `${conversions(count)} ${count === 1 ? 'waits' : 'wait'} for ${engines}, which no worker has or which ${engines.includes(', ') ? 'are' : 'is'} switched off.`,
    noWorkers: 'No worker is running. Whatever is asked for waits.',
    engineMissing: (engines: readonly string[]) =>
      `${list(engines)} ${are(engines.length)} missing on every worker.`,
    engineOff: (engines: readonly string[]) => `${list(engines)} ${are(engines.length)} switched off.`,
    unread: (count: number) =>
      count === 1 ? '1 message is unanswered.' : `${count} messages are unanswered.`,
    diskFull: (free: string, percent: number) => `The disk is nearly full: ${free} free, ${percent}% of it.`,
    mailsFailed: (count: number) =>
      count === 1
        ? '1 mail could not be sent. Look at the mail server’s settings.'
        : `${count} mails could not be sent. Look at the mail server’s settings.`,
    toFailures: 'Failures',
    toWorkers: 'Workers',
    toEngines: 'Engines',
    toMessages: 'Messages',
    toStorage: 'Storage',

    figures: 'Right now',
    workers: 'Workers',
    users: 'Accounts',
    stored: 'Stored',
    apiJobs: 'API jobs',
    mails: 'Mails waiting',
    waitingAndRunning: (waiting: number, running: number) => `${running} running, ${waiting} waiting`,

    queue: 'Queue',
    queueText: 'What waits and runs, by lane and by the engines it needs.',
    queueEmpty: 'Nothing waits, and nothing runs.',
    queueClass: 'Lane and engines',
    waiting: 'Waiting',
    running: 'Running',
    oldest: 'Longest wait',
    strandedBadge: 'Stranded',
    queueClasses: { short: 'Short', long: 'Long' } satisfies Record<QueueClass, string>,
    noEngines: 'No engine needed',

    lastDay: 'Last 24 hours',
    lastDayNone: 'Nothing was converted in the last 24 hours.',
    lastDaySummary: (succeeded: number, failed: number, cancelled: number) =>
      `${succeeded} succeeded, ${failed} failed, ${cancelled} cancelled`,
    hour: 'Hour',
    thisHour: 'This hour',
    now: 'Now',
    succeeded: 'Succeeded',
    failedCount: 'Failed',
    hourValue: (succeeded: number, failed: number) =>
      failed === 0 ? `${succeeded} succeeded` : `${succeeded} succeeded, ${failed} failed`,
    median: 'Half are done within',
    p95: '95 of 100 are done within',
    shortly: 'Under 1 s',
    noTimes: 'Nothing to measure yet',
  },

  workers: {
    text: 'A worker that is not heard of for a while is taken as gone, and its jobs go to others.',
    empty: 'No worker is running',
    emptyHint: 'Start one with npm start, or with npm run worker on any machine that shares the database.',
    unnamed: 'Unnamed host',
    process: 'Process',
    version: 'Version',
    since: 'Running since',
    heard: 'Last heard',
    queueClasses: 'Lanes',
    running: 'Running',
    runningCount: conversions,
    engines: 'Engines',
    enginesHere: (here: number, all: number) => `${here} of ${all}`,
    allHere: 'All engines are here.',
    missing: 'Missing',
  },

  failures: {
    byCode: 'Reasons of the last 7 days',
    byCodeText: 'Choose one to see only its failures.',
    ours: 'Ours',
    files: 'The file’s',
    /** Follows a figure. */
    times: (count: number) => (count === 1 ? 'time' : 'times'),
    heading: 'Failed conversions',
    kind: 'Whose fault',
    kinds: { '': 'All', true: 'Ours', false: 'The file’s' },
    operation: 'Operation',
    empty: 'Nothing failed',
    emptyHint: 'Conversions that could not be done stand here, with the reason.',
    visitor: 'Visitor',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    code: 'Reason',
    detail: 'What the engine said',
    noDetail: 'The engine said nothing.',
    id: 'Conversion',
    owner: 'Owner',
  },
} as const

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
