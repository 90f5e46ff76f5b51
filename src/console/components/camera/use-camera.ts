import { useEffect, useState } from 'react'

/** Sharp enough for small print. A camera gives the nearest size that it has. */
const wantedSize = { width: { ideal: 2560 }, height: { ideal: 1440 } }

/** Why there is no picture: the page is not secure, nobody allowed it, or there is no camera. */
export type CameraProblem = 'insecure' | 'refused' | 'none'

export type Camera = { stream: MediaStream | null; problem: CameraProblem | null }

/** The camera, preferably on the back of a phone, while the component is shown. */
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

/** Stopping the tracks turns the camera's light off. */
function end({ stream }: Camera): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Browsers hide cameras from pages without HTTPS, except on their own computer. */
function hasCameras(): boolean {
  return 'mediaDevices' in navigator
}

function problemOf(error: unknown): CameraProblem {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none'
}
