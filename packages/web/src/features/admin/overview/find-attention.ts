/** Finds what needs the operator's attention, with a text and a link for each. */
import { type AdminSectionId, adminPath } from '@filesmith/contract/admin-sections'
import { engineLabel } from '@filesmith/contract/messages/admin-engines'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import type { AdminStorage, EngineSwitch, Overview } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'

const texts = adminScreens.overview

/** Share of free space below which a disk is nearly full. */
const scarceShare = 0.1

export interface Attention {
  readonly id: string
  readonly tone: 'danger' | 'warning'
  readonly text: string
  readonly to: string
  readonly link: string
}

interface Findings {
  readonly overview: Overview
  /** Undefined while loading. */
  readonly engines: readonly EngineSwitch[] | undefined
  readonly storage: AdminStorage | undefined
}

/** Blocking problems come first. */
export function findAttention({ overview, engines = [], storage }: Findings): Attention[] {
  const { queue, workers, mails, unreadMessages } = overview
  const hasWorkers = workers > 0
  const missing = engines.filter(({ isOff, workers: having }) => hasWorkers && !isOff && having === 0)
  const off = engines.filter(({ isOff }) => isOff)
  return [
    ...(hasWorkers ? [] : [attention('no-workers', 'danger', texts.noWorkers, 'workers', texts.toWorkers)]),
    ...queue
      .filter(({ isStranded }) => isStranded && hasWorkers)
      .map(({ queueClass, engines: needed, waiting }) => {
        const names = needed.map(engineLabel).join(', ')
        const id = `stranded-${queueClass}-${needed.join('-')}`
        return attention(id, 'danger', texts.stranded(waiting, names), 'engines', texts.toEngines)
      }),
    ...diskAttention(storage),
    ...(off.length === 0
      ? []
      : [attention('off', 'warning', texts.engineOff(namesOf(off)), 'engines', texts.toEngines)]),
    ...(missing.length === 0
      ? []
      : [attention('missing', 'warning', texts.engineMissing(namesOf(missing)), 'engines', texts.toEngines)]),
    ...(mails.failed === 0
      ? []
      : [attention('mails', 'warning', texts.mailsFailed(mails.failed), 'messages', texts.toMessages)]),
    ...(unreadMessages === 0
      ? []
      : [attention('unread', 'warning', texts.unread(unreadMessages), 'messages', texts.toMessages)]),
  ]
}

function diskAttention(storage: AdminStorage | undefined): Attention[] {
  const { freeBytes = null, totalBytes = null } = storage ?? {}
  if (freeBytes === null || totalBytes === null || freeBytes / totalBytes >= scarceShare) return []
  const text = texts.diskFull(formatBytes(freeBytes), Math.floor((freeBytes / totalBytes) * 100))
  return [attention('disk', 'danger', text, 'storage', texts.toStorage)]
}

function attention(
  id: string,
  tone: Attention['tone'],
  text: string,
  section: AdminSectionId,
  link: string,
): Attention {
  return { id, tone, text, to: adminPath(section), link }
}

function namesOf(engines: readonly EngineSwitch[]): string[] {
  return engines.map(({ label }) => label)
}
