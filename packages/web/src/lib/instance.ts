/** The kind of instance, which the server writes into the document, so that it is known before anything renders. */
import { type Instance, instanceAttribute } from '@filesmith/contract/instance'

/** A function, because the document of a test may change. */
export function currentInstance(): Instance {
  return document.documentElement.getAttribute(instanceAttribute) === 'private' ? 'private' : 'public'
}
