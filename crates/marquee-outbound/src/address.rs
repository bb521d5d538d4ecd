//! Distinguishes public IP addresses from internal ones.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is globally reachable, according to the special-purpose registries of IANA. IPv6 addresses that
/// embed an IPv4 address are not considered global, because they can point to an internal host.
pub fn is_global(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_global_v4(ip),
        IpAddr::V6(ip) => is_global_v6(ip),
    }
}

fn is_global_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = match a {
        // This network, loopback, private.
        0 | 10 | 127 => true,
        // Carrier-grade NAT.
        100 => (64..128).contains(&b),
        169 => b == 254,
        172 => (16..32).contains(&b),
        // Protocol assignments, documentation, the former 6to4 relay, private, AS112.
        192 => matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _) | (31, 196) | (52, 193) | (175, 48)),
        // Benchmarks, documentation.
        198 => matches!((b, c), (18 | 19, _) | (51, 100)),
        203 => (b, c) == (0, 113),
        // Multicast, reserved, broadcast.
        224.. => true,
        _ => false,
    };
    !special
}

fn is_global_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    // Global unicast is 2000::/3; its special-purpose ranges are at the beginning.
    let unicast = (0x2000..0x4000).contains(&a);
    let special = match a {
        // 2001::/23 for protocols (Teredo, ORCHID, benchmarks), 2001:db8::/32 for documentation.
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4.
        0x2002 => true,
        // Documentation.
        0x3fff => b < 0x1000,
        _ => false,
    };
    unicast && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn global(text: &str) -> bool {
        is_global(text.parse().unwrap())
    }

    #[test]
    fn security_5_7_internal_addresses_are_not_global() {
        for internal in [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "127.8.8.8",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.9",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.4",
            "203.0.113.7",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:0:7f00:1::",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff:abc::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
            "5f00::1",
        ] {
            assert!(!global(internal), "{internal}");
        }
    }

    #[test]
    fn public_addresses_are_global() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.1.0.1",
            "198.20.0.1",
            "223.255.255.254",
            "2606:4700:4700::1111",
            "2a00:1450:4001:81b::200e",
            "2001:4860:4860::8888",
        ] {
            assert!(global(public), "{public}");
        }
    }

    proptest::proptest! {
        #[test]
        fn security_5_7_ipv6_forms_of_ipv4_addresses_are_not_global(bits: u32) {
            let v4 = Ipv4Addr::from_bits(bits);
            proptest::prop_assert!(!is_global(v4.to_ipv6_mapped().into()));
            proptest::prop_assert!(!is_global(v4.to_ipv6_compatible().into()));
            let nat64 = Ipv6Addr::from_bits((0x0064_ff9b_u128 << 96) | u128::from(bits));
            let to6 = Ipv6Addr::from_bits((0x2002_u128 << 112) | (u128::from(bits) << 80));
            proptest::prop_assert!(!is_global(nat64.into()) && !is_global(to6.into()));
        }
    }
}
