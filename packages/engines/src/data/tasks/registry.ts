/** All tasks of the data engine by the id of their ability. */
import type { Ability } from '../../ability.ts'
import { JobFailure } from '../../process/job-failure.ts'
import {
  calendarConvert,
  contactsConvert,
  dataConvert,
  fontConvert,
  mailConvert,
  subtitlesConvert,
} from '../abilities.ts'
import type { DataResult, DataTask } from './task.ts'

interface LoadableTask {
  readonly run: (task: DataTask) => Promise<DataResult>
  readonly load: () => Promise<unknown>
}

/** A task is loaded when it first runs: most helpers need few of them. */
function defineTask<Options>(
  { options }: Ability<Options>,
  load: () => Promise<(task: DataTask<Options>) => DataResult | Promise<DataResult>>,
): LoadableTask {
  return {
    run: async task => (await load())({ ...task, options: options.parse(task.options) }),
    load,
  }
}

const tasks: Readonly<Record<string, LoadableTask>> = {
  [subtitlesConvert.id]: defineTask(
    subtitlesConvert,
    async () => (await import('./convert-subtitles.ts')).convertSubtitleFile,
  ),
  [dataConvert.id]: defineTask(dataConvert, async () => (await import('./convert-data.ts')).convertDataFile),
  [mailConvert.id]: defineTask(
    mailConvert,
    async () => (await import('../mail/convert-mail.ts')).convertMailFile,
  ),
  [contactsConvert.id]: defineTask(
    contactsConvert,
    async () => (await import('../cards/convert-contacts.ts')).convertContactFile,
  ),
  [calendarConvert.id]: defineTask(
    calendarConvert,
    async () => (await import('../cards/convert-calendar.ts')).convertCalendarFile,
  ),
  [fontConvert.id]: defineTask(
    fontConvert,
    async () => (await import('../fonts/convert-font.ts')).convertFontFile,
  ),
}

export async function runDataTask(id: string, task: DataTask): Promise<DataResult> {
  const found = Object.hasOwn(tasks, id) ? tasks[id] : undefined
  if (found === undefined) throw new JobFailure('engine-missing', { tool: 'This conversion' })
  return found.run(task)
}
