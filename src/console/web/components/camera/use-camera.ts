import { useEffect, useState } from 'react'

/** Sharp enough for small print; a camera gives what it has. */
const wantedSize = { width: { ideal: 2560 }, height: { ideal: 1440 } }

/** Why there is no picture: the page may not, nobody allowed it, or there is no camera. */
export type CameraProblem = 'insecure' | 'refused' | 'none'

export type Camera = { stream: MediaStream | null; problem: CameraProblem | null }

/** The camera, the one on the back of a phone, as long as its component is shown. */
export function useCamera(): Camera {
  const [camera, setCamera] = useState<Camera>(() => ({
    stream: null,
    problem: hasCameras() ? null : 'insecure',
  }))
  useEffect(() => {
    if (!hasCameras()) return undefined
    let isOver = false
    const opening = openCamera()
    void opening.then((opened) => (isOver ? end(opened) : setCamera(opened)))
    return () => {
      isOver = true
      void opening.then(end)
    }
  }, [])
  return camera
}

async function openCamera(): Promise<Camera> {
  try {
    const video = { facingMode: 'environment', ...wantedSize }
    return { stream: await navigator.mediaDevices.getUserMedia({ video }), problem: null }
  } catch (error) {
    return { stream: null, problem: problemOf(error) }
  }
}

/** Its light goes out. */
function end({ stream }: Camera): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Browsers hide cameras from pages that came without HTTPS, but for those of their own computer. */
function hasCameras(): boolean {
  return 'mediaDevices' in navigator
}

function problemOf(error: unknown): CameraProblem {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none'
}
