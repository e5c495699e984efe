# Starts a program in the second sandbox, which needs no privilege: Landlock rules, seccomp filters, no capabilities,
# no new privileges. Perl, because Node cannot make system calls, and perl-base is part of every Debian and starts in
# a few milliseconds. Every failure ends it before the program runs.
#   landlock-launcher.pl abi                                   prints the version of Landlock
#   landlock-launcher.pl filter <settings> -- command...       adds filters, for a program inside the sandbox
#   landlock-launcher.pl run <settings> <rule>... -- command...
# Settings are name=value, separated by commas. A rule is r: (read and execute), w: (read and write) or d: (read and
# write a device) before a path; a path that does not exist is left out.
use strict;
use warnings;

my %numbers = (
  x64   => { openat => 257, prctl => 157, capset => 126, close_range => 436 },
  arm64 => { openat => 56,  prctl => 167, capset => 91,  close_range => 436 },
);
my %call = (create_ruleset => 444, add_rule => 445, restrict_self => 446);

sub fail { print STDERR "landlock: $_[0]: $!\n"; exit 125 }

sub call {
  my ($name, @arguments) = @_;
  my $result = syscall($call{$name}, @arguments);
  fail($name) if $result == -1;
  return $result;
}

my $mode = shift @ARGV // '';
if ($mode eq 'abi') {
  print call('create_ruleset', 0, 0, 1), "\n";    # LANDLOCK_CREATE_RULESET_VERSION
  exit 0;
}
my %setting = map { split /=/, $_, 2 } split /,/, shift @ARGV // '';
%call = (%call, %{ $numbers{ $setting{arch} // '' } || do { $! = 22; fail('arch') } });
my @rules;
push @rules, shift @ARGV while @ARGV && $ARGV[0] ne '--';
shift @ARGV;

# struct landlock_ruleset_attr: access to files, to the network, and scopes. Everything that this version knows is
# handled, which means refused without a rule.
my %bit = (
  execute => 1 << 0, write_file => 1 << 1, read_file => 1 << 2, read_dir => 1 << 3, refer => 1 << 13,
  truncate => 1 << 14, ioctl_dev => 1 << 15,
);
my $abi = $setting{abi} // 0;
my $known = $abi >= 5 ? (1 << 16) - 1 : $abi >= 3 ? (1 << 15) - 1 : $abi == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
my $network = $abi >= 4 ? 0b11 : 0;    # bind and connect of TCP
my $scopes  = $abi >= 6 ? 0b11 : 0;    # abstract Unix sockets and signals
# Not 6 and 11, which make device files, and nothing that can be written can be executed.
my $make = (1 << 4) | (1 << 5) | (1 << 7) | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 12);
my %access = (
  r => $bit{execute} | $bit{read_file} | $bit{read_dir},
  w => $bit{read_file} | $bit{read_dir} | $bit{write_file} | $make | $bit{refer} | $bit{truncate},
  d => $bit{read_file} | $bit{write_file},
);
my $file_access = $bit{execute} | $bit{read_file} | $bit{write_file} | $bit{truncate} | $bit{ioctl_dev};

# With O_PATH and O_CLOEXEC.
sub open_path { return syscall($call{openat}, -100, $_[0], 0x200000 | 0x80000, 0) }

sub restrict_files {
  my $attributes = pack('Q*', $known, $abi >= 4 ? $network : (), $abi >= 6 ? $scopes : ());
  my $ruleset = call('create_ruleset', $attributes, length $attributes, 0);
  for (@rules) {
    my ($kind, $path) = /^([rwd]):(\/.*)$/s or do { $! = 22; fail("rule $_") };
    my $fd = open_path($path);
    next if $fd == -1 && $! == 2;
    fail("rule $_") if $fd == -1;
    my $allowed = $access{$kind} & $known;
    $allowed &= $file_access unless -d $path;
    call('add_rule', $ruleset, 1, pack('Ql', $allowed, $fd), 0);    # LANDLOCK_RULE_PATH_BENEATH
  }
  call('restrict_self', $ruleset, 0);
}

# With the bounding set empty, not even the system's root regains a capability when it executes a program.
sub drop_capabilities {
  for my $capability (0 .. 63) { last if syscall($call{prctl}, 24, $capability, 0, 0, 0) == -1 }
  call('capset', pack('L2', 0x20080522, 0), pack('L6', (0) x 6));
}

sub add_filters {
  for (split /\+/, $setting{filters} // '') {
    # Placeholders for the process id of the program, and for its group.
    my @words = unpack 'L*', pack 'H*', $_;
    for my $word (@words) {
      if    ($word == 0xf11e0001) { $word = $$ }
      elsif ($word == 0xf11e0002) { $word = 0xffffffff & -$$ }
    }
    my $program = pack 'L*', @words;
    my $header = pack 'S x6 P', @words / 2, $program;
    call('prctl', 22, 2, $header, 0, 0);    # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
  }
}

if ($mode eq 'run') {
  # The kernel kills it with the worker, unless the worker has already exited.
  call('prctl', 1, 0 + $setting{deathSignal}, 0, 0, 0);    # PR_SET_PDEATHSIG
  exit 125 if getppid() != $setting{worker};
  call('prctl', 36, 1, 0, 0, 0);                            # PR_SET_CHILD_SUBREAPER: orphans stay in its process tree
  call('prctl', 38, 1, 0, 0, 0);                            # PR_SET_NO_NEW_PRIVS
  call('close_range', 0 + $setting{firstClosed}, 0xffffffff, 4);    # CLOSE_RANGE_CLOEXEC
  # Not the folder, which has the addresses of the machine's connections (net), and those of its threads (task).
  push @rules, map { "r:/proc/$$/$_" } qw(auxv cgroup cmdline comm exe fd limits maps smaps smaps_rollup stat statm status);
  drop_capabilities();
  restrict_files();
}
elsif ($mode ne 'filter') { $! = 22; fail('mode') }
add_filters();
exec { $ARGV[0] } @ARGV or fail("failed to execute $ARGV[0]");
