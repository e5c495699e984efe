/** What the unfinished result is called inside the work folder. */
export const resultName = 'result'
