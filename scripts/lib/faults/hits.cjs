// Which calls a fault can be of, by what a call does: `change` changes the disk, `open` takes a descriptor, `name` has a path.
module.exports = {
	ENOSPC: (kinds) => kinds.includes('change'),
	EIO: () => true,
	EACCES: (kinds) => kinds.includes('name'),
	EPERM: (kinds) => kinds.includes('name') && kinds.includes('change'),
	EROFS: (kinds) => kinds.includes('change'),
	EBUSY: (kinds) => kinds.includes('busy'),
	EMFILE: (kinds) => kinds.includes('open'),
	ENAMETOOLONG: (kinds) => kinds.includes('name') && kinds.includes('change'),
	SHORT: (kinds) => kinds.includes('short'),
	KILL: (kinds) => kinds.includes('change'),
};
