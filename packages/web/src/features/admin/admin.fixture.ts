/** Test fixtures of the admin area. */
import type {
  AdminMessage,
  AdminStorage,
  AdminUser,
  AdminWorker,
  AuditEntry,
  EngineSwitch,
  FailurePage,
  Overview,
} from '@filesmith/contract/schemas/admin'

const hour = (index: number) => new Date(Date.UTC(2026, 10, 15, index)).toISOString()

export const quietOverview: Overview = {
  queue: [],
  lastDay: {
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    medianSeconds: null,
    p95Seconds: null,
    byHour: Array.from({ length: 24 }, (_, index) => ({ startsAt: hour(index), succeeded: 0, failed: 0 })),
  },
  jobs: { waiting: 0, running: 0 },
  mails: { waiting: 0, failed: 0 },
  workers: 2,
  users: 3,
  unreadMessages: 0,
  unreadChats: 0,
  storedBytes: 5_242_880,
}

export const worker: AdminWorker = {
  id: 'w1',
  host: 'forge-1',
  processId: 4711,
  version: '0.1.0',
  startedAt: '2026-11-15T08:00:00.000Z',
  seenAt: '2026-11-15T10:00:00.000Z',
  queueClasses: ['short', 'long'],
  running: 2,
  engines: [
    { engine: 'sharp', isAvailable: true, reason: null },
    { engine: 'speech', isAvailable: false, reason: 'No model is installed.' },
  ],
}

export const failurePage: FailurePage = {
  failures: [
    {
      id: 'c1',
      operation: 'convert-video',
      from: 'avi',
      to: 'mp4',
      sizeBytes: 2048,
      ownerName: 'ada',
      code: 'internal',
      message: 'Something went wrong on our side.',
      detail: 'ffmpeg: Conversion failed!\nexit 1',
      isFault: true,
      attempts: 5,
      failedAt: '2026-11-15T09:00:00.000Z',
    },
    {
      id: 'c2',
      operation: 'convert-image',
      from: 'png',
      to: 'webp',
      sizeBytes: 100,
      ownerName: null,
      code: 'file-damaged',
      message: 'The file is damaged.',
      detail: null,
      isFault: false,
      attempts: 1,
      failedAt: '2026-11-15T08:00:00.000Z',
    },
  ],
  byCode: [
    { code: 'file-damaged', count: 12, isFault: false },
    { code: 'internal', count: 1, isFault: true },
  ],
  next: null,
}

export const bob: AdminUser = {
  id: 'u_bob',
  username: 'bob',
  email: 'bob@example.com',
  isEmailVerified: false,
  hasTwoStep: false,
  plan: 'free',
  paidPlan: 'free',
  grantedPlan: null,
  grantedUntil: null,
  groupPlan: null,
  isOperator: false,
  isOperatorByGroup: false,
  suspendedAt: null,
  createdAt: '2026-10-01T10:00:00.000Z',
  lastSeenAt: null,
  conversionsThisMonth: 7,
  storedBytes: 1024,
}

export const message: AdminMessage = {
  id: 'm1',
  name: 'Cleo',
  email: 'cleo@example.com',
  subject: 'HEIC files',
  message: 'Hello,\ncan you read HEIC?',
  username: null,
  isPriority: true,
  isSuspected: false,
  createdAt: '2026-11-15T07:00:00.000Z',
  mailedAt: null,
  handledAt: null,
}

export const storage: AdminStorage = {
  kind: 'disk',
  place: '/var/lib/filesmith/files',
  freeBytes: 60 * 1024 ** 3,
  totalBytes: 100 * 1024 ** 3,
  uploads: { files: 3, bytes: 3 * 1024 ** 2 },
  results: { files: 1, bytes: 1024 ** 2 },
  databaseBytes: 40 * 1024 ** 2,
  byDay: [{ day: '2026-11-20', bytes: 4 * 1024 ** 2 }],
  largestOwners: [{ name: 'ada', files: 4, bytes: 4 * 1024 ** 2 }],
}

export const ffmpeg: EngineSwitch = {
  engine: 'ffmpeg',
  label: 'Video and audio (FFmpeg)',
  workers: 2,
  missingReasons: [],
  isUnsandboxed: false,
  sandboxes: ['bubblewrap'],
  isOff: false,
  offReason: null,
  offBy: null,
  offSince: null,
  operations: ['Video conversion', 'Audio conversion'],
}

export const auditEntry: AuditEntry = {
  id: 'a1',
  at: '2026-11-15T10:00:00.000Z',
  actor: 'ada',
  action: 'account-suspended',
  target: 'bob',
  summary: 'ada suspended bob.',
}
