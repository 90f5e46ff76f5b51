/*
 * What Bun asks of Windows and Debian 12's Wine (8.0) does not have. Wine looks for bcryptprimitives.dll, finds this one,
 * and so loads it into the process.
 */
#include <string.h>
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG); /* RtlGenRandom */

/* Bun does not start without it. */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  return SystemFunction036(bytes, (ULONG)count);
}

typedef LONG(NTAPI *SetInformationFile)(HANDLE, PVOID, PVOID, ULONG, ULONG);
static SetInformationFile real;

enum { dispositionInformation = 13, dispositionInformationEx = 64, disposeDelete = 1 };

/* A folder is removed with the second kind, which is the first with more wishes. */
static LONG NTAPI setInformationFile(HANDLE file, PVOID status, PVOID info, ULONG length, ULONG kind) {
  BOOLEAN isDeleted;
  if (kind != dispositionInformationEx || length < sizeof(ULONG)) {
    return real(file, status, info, length, kind);
  }
  isDeleted = *(ULONG *)info & disposeDelete;
  return real(file, status, &isDeleted, sizeof isDeleted, dispositionInformation);
}

/* Puts the function above in the place of ntdll's in the table of what the executable imports. */
static void replaceImport(BYTE *base) {
  IMAGE_NT_HEADERS *headers = (void *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
  IMAGE_DATA_DIRECTORY *imports =
      &headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
  IMAGE_IMPORT_DESCRIPTOR *library = (void *)(base + imports->VirtualAddress);
  for (; library->Name; library++) {
    if (_stricmp((char *)base + library->Name, "ntdll.dll") != 0) continue;
    for (ULONG_PTR *slot = (void *)(base + library->FirstThunk); *slot; slot++) {
      DWORD rights;
      if (*slot != (ULONG_PTR)real) continue;
      VirtualProtect(slot, sizeof *slot, PAGE_READWRITE, &rights);
      *slot = (ULONG_PTR)setInformationFile;
      VirtualProtect(slot, sizeof *slot, rights, &rights);
    }
  }
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD why, LPVOID reserved) {
  (void)self;
  (void)reserved;
  if (why != DLL_PROCESS_ATTACH) return TRUE;
  real = (SetInformationFile)(void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtSetInformationFile");
  replaceImport((BYTE *)GetModuleHandleW(NULL));
  return TRUE;
}
