/** Uploads that somebody wants to know more about; a worker with the right engine looks into them. */

export interface InspectionQueue {
  /** Asking again while the first question is open is one question. */
  request(uploadId: string): Promise<void>
  claim(): Promise<ClaimedInspection | undefined>
  complete(inspection: ClaimedInspection): Promise<void>
  /** A fault of ours: it is tried once more. */
  giveBack(inspection: ClaimedInspection): Promise<void>
}

export interface ClaimedInspection {
  readonly id: string
  readonly uploadId: string
}
