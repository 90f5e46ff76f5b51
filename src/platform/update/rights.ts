import { lstatSync } from 'node:fs'

/** Does work with the rights of the user who started this process. */
export type AsStarter = <T>(work: () => Promise<T>) => Promise<T>

const asIs: AsStarter = (work) => work()

/** The ids under which a program starts. Empty: those of this process. */
type Ids = { uid?: number; gid?: number }

/**
 * Starts a program as the user this process works as. Otherwise the program would have root's real id, and could become root again. `start`
 * must be synchronous: meanwhile this process has root's rights.
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
 * Root may update anybody's program. From here on this process has the rights of a folder's owner: every written file belongs to that user,
 * and no link of that user leads the process elsewhere. Programs and services need root again: the returned function lends root's rights
 * for a moment. For any other user nothing changes.
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
