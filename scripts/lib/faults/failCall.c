/*
 * Loaded before libc (LD_PRELOAD): makes one call of the system fail, below what Node's own functions hide: a write of half
 * the bytes in the middle of a large one, a full disk that says so at fsync or close, a copy that stops. The variables are
 * those of failCall.cjs, and so is the log.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NAME = 1, OPEN = 2, CHANGE = 4, SHORT = 8, BUSY = 16 };
enum { FILES = 4096, HALF = -1 };

static char *opened[FILES];
static const char *below, *code;
static long at, calls;
static int logged = -1, failed;

static const struct { const char *code; int number, needs, any; } HITS[] = {
	{ "ENOSPC", ENOSPC, CHANGE, 0 }, { "EIO", EIO, 0, 1 }, { "EACCES", EACCES, NAME, 0 },
	{ "EPERM", EPERM, NAME | CHANGE, 0 }, { "EROFS", EROFS, CHANGE, 0 }, { "EBUSY", EBUSY, BUSY, 0 },
	{ "EMFILE", EMFILE, OPEN, 0 }, { "ENAMETOOLONG", ENAMETOOLONG, NAME | CHANGE, 0 }, { "SHORT", HALF, SHORT, 0 },
};

__attribute__((constructor)) static void begin(void) {
	below = getenv("FAULT_BELOW");
	code = getenv("FAULT_CODE");
	at = atol(getenv("FAULT_AT") ? getenv("FAULT_AT") : "0");
	const char *log = getenv("FAULT_LOG");
	if (log) logged = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	/* What Node starts is no business of ours. */
	unsetenv("LD_PRELOAD");
}

static int isBelow(const char *file) {
	if (!below || !file) return 0;
	for (const char *from = below; *from;) {
		const size_t length = strcspn(from, ":");
		if (length && !strncmp(file, from, length) && (file[length] == '/' || !file[length])) return 1;
		from += length + (from[length] == ':');
	}
	return 0;
}

/** What the call ends with: 0 where it is as ever, HALF, or a number of errno. */
static int fault(const char *call, int kinds, const char *file) {
	if (!isBelow(file)) return 0;
	const long now = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
	if (logged >= 0) {
		char line[4600];
		const int length = snprintf(line, sizeof line, "[\"%s\",[%s%s%s%s%s\"\"],\"%s\"]\n", call, kinds & NAME ? "\"name\"," : "",
			kinds & OPEN ? "\"open\"," : "", kinds & CHANGE ? "\"change\"," : "", kinds & SHORT ? "\"short\"," : "",
			kinds & BUSY ? "\"busy\"," : "", file);
		syscall(SYS_write, logged, line, length);
	}
	if (!at || !code) return 0;
	for (size_t each = 0; each < sizeof HITS / sizeof *HITS; each++) {
		if (strcmp(code, HITS[each].code)) continue;
		const int stays = HITS[each].number == ENOSPC || HITS[each].number == EROFS;
		if (now != at && !(failed && stays)) return 0;
		if (!HITS[each].any && (kinds & HITS[each].needs) != HITS[each].needs) return 0;
		failed = 1;
		return HITS[each].number;
	}
	return 0;
}

static const char *fileOf(int descriptor) {
	return descriptor >= 0 && descriptor < FILES ? opened[descriptor] : NULL;
}

static int keep(int descriptor, const char *file) {
	if (descriptor >= 0 && descriptor < FILES && isBelow(file)) opened[descriptor] = strdup(file);
	return descriptor;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(number) return errno = (number), -1
#define NAMED(name, kinds, parameters, arguments, file) \
	int name parameters { \
		const int number = fault(#name, kinds, file); \
		if (number > 0) FAIL(number); \
		return REAL(name) arguments; \
	}

NAMED(rename, NAME | CHANGE | BUSY, (const char *from, const char *to), (from, to), from)
NAMED(link, NAME | CHANGE, (const char *from, const char *to), (from, to), to)
NAMED(symlink, NAME | CHANGE, (const char *from, const char *to), (from, to), to)
NAMED(unlink, NAME | CHANGE | BUSY, (const char *file), (file), file)
NAMED(rmdir, NAME | CHANGE | BUSY, (const char *file), (file), file)
NAMED(mkdir, NAME | CHANGE, (const char *file, mode_t mode), (file, mode), file)
NAMED(chmod, NAME | CHANGE, (const char *file, mode_t mode), (file, mode), file)
NAMED(fsync, CHANGE, (int descriptor), (descriptor), fileOf(descriptor))
NAMED(fdatasync, CHANGE, (int descriptor), (descriptor), fileOf(descriptor))
NAMED(ftruncate, CHANGE, (int descriptor, off_t size), (descriptor, size), fileOf(descriptor))
NAMED(ftruncate64, CHANGE, (int descriptor, off64_t size), (descriptor, size), fileOf(descriptor))

typedef int Wanted(const struct dirent *);
typedef int Order(const struct dirent **, const struct dirent **);
NAMED(scandir, NAME | OPEN, (const char *folder, struct dirent ***into, Wanted *wanted, Order *order), (folder, into, wanted, order), folder)
typedef int Wanted64(const struct dirent64 *);
typedef int Order64(const struct dirent64 **, const struct dirent64 **);
NAMED(scandir64, NAME | OPEN, (const char *folder, struct dirent64 ***into, Wanted64 *wanted, Order64 *order), (folder, into, wanted, order), folder)

char *realpath(const char *file, char *into) {
	const int number = fault("realpath", NAME, file);
	if (number > 0) return errno = number, NULL;
	return REAL(realpath)(file, into);
}

#define OPENING(name) \
	int name(const char *file, int flags, ...) { \
		va_list more; \
		va_start(more, flags); \
		const mode_t mode = va_arg(more, mode_t); \
		va_end(more); \
		const int number = fault("open", NAME | OPEN | ((flags & O_ACCMODE) != O_RDONLY ? CHANGE : 0), file); \
		if (number > 0) FAIL(number); \
		return keep(REAL(name)(file, flags, mode), file); \
	}
OPENING(open)
OPENING(open64)

#define MOVING(name, kinds, type, offsetType) \
	ssize_t name(int descriptor, type bytes, size_t size, offsetType offset) { \
		const int number = fault(#name, kinds, fileOf(descriptor)); \
		if (number > 0) FAIL(number); \
		return REAL(name)(descriptor, bytes, number == HALF && size > 1 ? size / 2 : size, offset); \
	}
MOVING(pread, 0, void *, off_t)
MOVING(pread64, 0, void *, off64_t)
MOVING(pwrite, CHANGE | SHORT, const void *, off_t)
MOVING(pwrite64, CHANGE | SHORT, const void *, off64_t)

ssize_t read(int descriptor, void *bytes, size_t size) {
	const int number = fault("read", 0, fileOf(descriptor));
	if (number > 0) FAIL(number);
	return REAL(read)(descriptor, bytes, size);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
	const int number = fault("write", CHANGE | SHORT, fileOf(descriptor));
	if (number > 0) FAIL(number);
	return REAL(write)(descriptor, bytes, number == HALF && size > 1 ? size / 2 : size);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
	const int number = fault("writev", CHANGE | SHORT, fileOf(descriptor));
	if (number > 0) FAIL(number);
	return REAL(writev)(descriptor, parts, number == HALF && count > 1 ? count / 2 : count);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *start, size_t size, unsigned flags) {
	const int number = fault("copy_file_range", CHANGE | SHORT, fileOf(to));
	if (number > 0) FAIL(number);
	return REAL(copy_file_range)(from, at, to, start, number == HALF && size > 1 ? size / 2 : size, flags);
}

static int ended(int descriptor) {
	const int number = fault("close", CHANGE, fileOf(descriptor));
	if (descriptor >= 0 && descriptor < FILES) {
		free(opened[descriptor]);
		opened[descriptor] = NULL;
	}
	return number;
}

int close(int descriptor) {
	const int number = ended(descriptor);
	const int done = REAL(close)(descriptor);
	if (number > 0) FAIL(number);
	return done;
}

/* Node closes files, and looks at them, this way. */
long syscall(long call, ...) {
	va_list more;
	va_start(more, call);
	long words[6];
	for (int each = 0; each < 6; each++) words[each] = va_arg(more, long);
	va_end(more);
	static long (*real)(long, ...);
	if (!real) real = dlsym(RTLD_NEXT, "syscall");
	int number = 0;
	if (call == SYS_statx) {
		const char *file = (const char *)words[1];
		number = *file ? fault("stat", NAME, file) : fault("fstat", 0, fileOf((int)words[0]));
		if (number > 0) FAIL(number);
	}
	if (call == SYS_close) number = ended((int)words[0]);
	const long done = real(call, words[0], words[1], words[2], words[3], words[4], words[5]);
	if (number > 0) FAIL(number);
	return done;
}
