import { lstatSync } from 'node:fs'

/** Does work with the rights of whoever started this process. */
export type AsStarter = <T>(work: () => Promise<T>) => Promise<T>

const asIs: AsStarter = (work) => work()

/** Under which ids a program is started; none for those of this process. */
type Ids = { uid?: number; gid?: number }

/**
 * Starts a program as the one this process works as. It would come with the real id of root else, by which it could be
 * root again. `start` may not wait: meanwhile this process has the rights of root.
 */
export function startAsOwner<T>(start: (ids: Ids) => T): T {
  const { getuid, geteuid, getegid, seteuid } = process
  if (!getuid || !geteuid || !getegid || !seteuid) return start({})
  const ids = { uid: geteuid(), gid: getegid() }
  if (getuid() === ids.uid) return start({})
  seteuid(getuid())
  try {
    return start(ids)
  } finally {
    seteuid(ids.uid)
  }
}

/**
 * Root may update what belongs to anybody: from here on this process has the rights of the user a folder belongs to, so that
 * whatever it writes there is theirs, and no link that they laid leads it elsewhere. Programs and services need root again:
 * what is returned lends that for a moment. Where somebody else than root asks, nothing changes.
 */
export function workAsOwnerOf(folder: string): AsStarter {
  const { uid, gid } = lstatSync(folder)
  const { geteuid, seteuid, setegid, setgroups } = process
  if (!geteuid || !seteuid || !setegid || !setgroups) return asIs
  if (geteuid() !== 0 || uid === 0) return asIs
  const takeOwner = () => {
    setgroups([gid])
    setegid(gid)
    seteuid(uid)
  }
  takeOwner()
  return async (work) => {
    seteuid(0)
    setegid(0)
    try {
      return await work()
    } finally {
      takeOwner()
    }
  }
}
